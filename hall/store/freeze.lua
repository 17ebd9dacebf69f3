-- What a guest leaves to an account, frozen until it is taken. What is frozen already stays as it is.
-- KEYS: guest, the guest's days. ARGV: schema, heir, link, the dates of these days.
-- Answers: false if there is nothing | {'schema'} | {'frozen', legacy (JSON)}
-- Of a day's candy `c`, `m` has been taken before.
local frozen = redis.call('HGET', KEYS[1], 'l')
if frozen then
  return {'frozen', frozen}
end
local candy = tonumber(redis.call('HGET', KEYS[1], 'c') or 0)
if candy <= 0 then
  return false
end
if redis.call('HGET', KEYS[1], 's') ~= ARGV[1] then
  return {'schema'}
end
local days, recent = {}, 0
for at = 2, #KEYS do
  local got = redis.call('HMGET', KEYS[at], 'c', 'm')
  local left = math.min(candy - recent, (got[1] or 0) - (got[2] or 0))
  if left > 0 then
    table.insert(days, {ARGV[at + 2], left})
    recent = recent + left
  end
end
local name = ARGV[3] .. ':' .. string.format('%d', redis.call('HINCRBY', KEYS[1], 'ln', 1))
frozen = cjson.encode({name = name, heir = ARGV[2], days = days, older = candy - recent})
redis.call('HSET', KEYS[1], 'l', frozen)
return {'frozen', frozen}
