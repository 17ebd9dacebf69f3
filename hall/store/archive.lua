-- Puts a table that is over into its lasting form, or forgets it.
-- KEYS: table, log, game, ended, unpaid. ARGV: table id, version it stands for, lasting form ('': forget the table).
-- Answers 1 if it is done, 0 if the table has moved on or has still to be paid.
local version = redis.call('HGET', KEYS[1], 'v')
if version and (version ~= ARGV[2] or redis.call('ZSCORE', KEYS[5], ARGV[1])) then
  return 0
end
if version and ARGV[3] ~= '' then
  redis.call('SET', KEYS[3], ARGV[3])
end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[4], ARGV[1])
return 1
