-- Notices when the whole service has not been there: nobody has beaten for longer than the gap that is allowed.
-- KEYS: alive, outages. ARGV: '1' to beat or '0' to look only, the gap in ms, how many outages are kept.
-- Answers the outages, each as 'from until' in ms. An outage is written down by whoever notices it first.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('GET', KEYS[1]))
local out = last and now - last > tonumber(ARGV[2])
if out then
  redis.call('RPUSH', KEYS[2], string.format('%d %d', last, now))
  redis.call('LTRIM', KEYS[2], -ARGV[3], -1)
end
if out or ARGV[1] == '1' then
  redis.call('SET', KEYS[1], string.format('%d', now))
end
return redis.call('LRANGE', KEYS[2], 0, -1)
