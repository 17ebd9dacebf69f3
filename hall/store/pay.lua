-- Gives a player what a table pays, once: what it gave is remembered, and given as the answer ever after.
-- KEYS: player, day, memory, boards
-- ARGV: schema, the last instant (ms) at which this may be applied, when the game ended (ms), name,
--       candy, candy a day, points, opponent ('' for the computer), rewarded games a day and pair,
--       '1' for a win against a person, wins that bring the badge, badge, seconds a day is kept,
--       seconds the player is kept ('' without limit),
--       rating's field ('' if not rated), rating it replaces ('' if none), new rating, both as shown, boards…
-- Answers: {'schema'} (the record is in another one) | {'paid', candy, candy the day still allows, points, '1' with a badge, ratings shown…} | {'moved'} | {'late'}
local known = redis.call('LRANGE', KEYS[3], 0, -1)
if #known > 0 then
  return {'paid', unpack(known)}
end
local time = redis.call('TIME')
if time[1] * 1000 > tonumber(ARGV[2]) then
  return {'late'}
end
if (redis.call('HGET', KEYS[1], 's') or ARGV[1]) ~= ARGV[1] then
  return {'schema'}
end
local rated = ARGV[15] ~= ''
if rated and (redis.call('HGET', KEYS[1], ARGV[15]) or '') ~= ARGV[16] then
  return {'moved'}
end

local against = 'x:' .. ARGV[8]
local left = math.max(0, ARGV[6] - (redis.call('HGET', KEYS[2], 'c') or 0))
local candy, points = math.min(left, tonumber(ARGV[5])), tonumber(ARGV[7])
if ARGV[8] ~= '' and tonumber(redis.call('HGET', KEYS[2], against) or 0) >= tonumber(ARGV[9]) then
  candy, points = 0, 0
end
left = left - candy
if candy > 0 or points > 0 then
  redis.call('HINCRBY', KEYS[2], 'c', candy)
  if ARGV[8] ~= '' then
    redis.call('HINCRBY', KEYS[2], against, 1)
  end
  redis.call('EXPIRE', KEYS[2], ARGV[13])
end

redis.call('HSET', KEYS[1], 's', ARGV[1], 'n', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'c', candy)
redis.call('HINCRBY', KEYS[1], 'p', points)
local badge = 0
if ARGV[10] == '1' and redis.call('HINCRBY', KEYS[1], 'w', 1) >= tonumber(ARGV[11]) then
  badge = redis.call('HSETNX', KEYS[1], 'b:' .. ARGV[12], ARGV[3])
end
if rated then
  redis.call('HSET', KEYS[1], ARGV[15], ARGV[17])
end
if ARGV[14] ~= '' then
  redis.call('EXPIRE', KEYS[1], ARGV[14])
end
if points > 0 and ARGV[20] then
  redis.call('SADD', KEYS[4], unpack(ARGV, 20))
end

local paid = {candy, left, points, badge}
if rated then
  paid[5], paid[6] = ARGV[18], ARGV[19]
end
redis.call('RPUSH', KEYS[3], unpack(paid))
return {'paid', unpack(paid)}
