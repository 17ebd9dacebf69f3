-- Brings an archived table back, since somebody does something there (a rematch, a day later).
-- KEYS: table, game, ended. ARGV: table id, version, document. Answers 1 if the table is there now, else 0.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 1
end
if redis.call('EXISTS', KEYS[2]) == 0 then
  return 0
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'v', ARGV[2], 'doc', ARGV[3], 'ops', '', 'due', '')
redis.call('ZADD', KEYS[3], string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000)), ARGV[1])
redis.call('DEL', KEYS[2])
return 1
