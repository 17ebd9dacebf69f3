-- Keep an update that has not been seen before. KEYS: waiting, seen; ARGV: number, text, seconds to remember.
if redis.call('SET', KEYS[2], '1', 'NX', 'EX', ARGV[3]) then
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
  return 1
end
return 0
