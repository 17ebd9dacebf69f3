-- Who has a table open: somebody gives a sign, goes, or only looks who is there.
-- KEYS: when each gave the last sign, their names. ARGV: player or '', name ('' to go), how long a sign holds (ms),
-- how many are named. Answers: how many came or went, how many are there, the last ones to give a sign, their names.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local changed = 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('(%d', now - ARGV[3]))) do
  if id ~= ARGV[1] or ARGV[2] == '' then
    changed = changed + redis.call('ZREM', KEYS[1], id)
    redis.call('HDEL', KEYS[2], id)
  end
end
if ARGV[1] ~= '' and ARGV[2] == '' then
  changed = changed + redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
elseif ARGV[1] ~= '' then
  changed = changed + redis.call('ZADD', KEYS[1], string.format('%d', now), ARGV[1])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
local ids = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[4] - 1)
local names = #ids > 0 and redis.call('HMGET', KEYS[2], unpack(ids)) or {}
return {changed, redis.call('ZCARD', KEYS[1]), ids, names}
