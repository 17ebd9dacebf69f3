-- The tables of one bucket that are due, each for one asker until its lease is over.
-- KEYS: due. ARGV: how many at most, lease in ms. Answers the table ids.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, id in ipairs(due) do
  redis.call('ZADD', KEYS[1], string.format('%d', now + ARGV[2]), id)
end
return due
