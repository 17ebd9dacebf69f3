-- Moves a table from a player's list of running ones to the front of the finished ones, once.
-- KEYS: running, finished. ARGV: table id, finished ones kept, how far back it is looked for.
redis.call('ZREM', KEYS[1], ARGV[1])
if not redis.call('LPOS', KEYS[2], ARGV[1], 'MAXLEN', ARGV[3]) then
  redis.call('LPUSH', KEYS[2], ARGV[1])
  redis.call('LTRIM', KEYS[2], 0, ARGV[2] - 1)
end
