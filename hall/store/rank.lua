-- Adds a table's points to a leaderboard, once.
-- KEYS: board, memory. ARGV: the last instant (ms) at which this may be applied, seconds the board is kept ('' without
-- limit), then players and their points in turn. Answers 'ranked' | 'late'.
if redis.call('EXISTS', KEYS[2]) == 1 then
  return 'ranked'
end
if redis.call('TIME')[1] * 1000 > tonumber(ARGV[1]) then
  return 'late'
end
for at = 3, #ARGV, 2 do
  redis.call('ZINCRBY', KEYS[1], ARGV[at + 1], ARGV[at])
end
if ARGV[2] ~= '' then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
redis.call('SET', KEYS[2], 1)
return 'ranked'
