-- Keeps a report for the operator, once for each reporter and table.
-- KEYS: reports, how many this reporter has made today. ARGV: name of the report, report, most a day.
-- Answers 1, or 0 if the reporter has made too many.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  return 1
end
local made = redis.call('INCR', KEYS[2])
if made == 1 then
  redis.call('EXPIRE', KEYS[2], 86400)
end
if made > tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
