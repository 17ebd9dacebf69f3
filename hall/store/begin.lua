-- Looks at the settlement of a table, and freezes a plan for it unless one is frozen.
-- KEYS: unpaid, plan. ARGV: table id, plan ('' only looks).
-- Answers: false if the table is settled, else when the game ended (ms), plan or false, seconds, microseconds.
local ended = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not ended then
  return false
end
if ARGV[2] ~= '' then
  redis.call('SET', KEYS[2], ARGV[2], 'NX')
end
local time = redis.call('TIME')
return {ended, redis.call('GET', KEYS[2]), time[1], time[2]}
