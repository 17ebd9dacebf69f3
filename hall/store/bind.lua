-- Takes a one-time link. Whoever took it first may take it again, so that a lost answer loses nothing.
-- KEYS: link. ARGV: who takes it. Answers what it holds, or false if there is none or somebody else took it.
local held = redis.call('HMGET', KEYS[1], 'holds', 'by')
if not held[1] or (held[2] and held[2] ~= ARGV[1]) then
  return false
end
redis.call('HSET', KEYS[1], 'by', ARGV[1])
return held[1]
