-- Puts a table on a player's list.
-- KEYS: list. ARGV: table id, when it was opened in ms, how many the list may hold ('' without limit).
-- Answers 1, or 0 if the list is full.
if ARGV[3] ~= '' and not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
return 1
