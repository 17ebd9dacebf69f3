-- An account takes a guest's candy, once: what it took is remembered, and is the answer ever after.
-- KEYS: account, what it has inherited, the account's days. ARGV: schema, name of the legacy, candy a day,
-- seconds a day is kept, what is older than these days, then what the guest got on each of them.
-- Answers: {'schema'} | {'taken', older, each day's…}
local known = redis.call('HGET', KEYS[2], ARGV[2])
if known then
  return {'taken', unpack(cjson.decode(known))}
end
if (redis.call('HGET', KEYS[1], 's') or ARGV[1]) ~= ARGV[1] then
  return {'schema'}
end
local older = tonumber(ARGV[5])
if older > 0 and redis.call('HSETNX', KEYS[1], 'o', ARGV[2]) == 0 then
  older = 0
end
local taken, sum = {older}, older
for at = 3, #KEYS do
  local room = math.max(0, ARGV[3] - (redis.call('HGET', KEYS[at], 'c') or 0))
  local candy = math.min(room, tonumber(ARGV[at + 3]))
  if candy > 0 then
    redis.call('HINCRBY', KEYS[at], 'c', candy)
    redis.call('EXPIRE', KEYS[at], ARGV[4])
    sum = sum + candy
  end
  table.insert(taken, candy)
end
redis.call('HSET', KEYS[1], 's', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'c', sum)
redis.call('HSET', KEYS[2], ARGV[2], cjson.encode(taken))
return {'taken', unpack(taken)}
