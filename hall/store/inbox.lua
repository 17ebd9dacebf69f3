-- Take something in for a slice, and wake whoever attends to it.
-- KEYS: waiting (stream), news (stream), and seen where a number was given. ARGV: text, slice, seconds to remember.
if KEYS[3] and not redis.call('SET', KEYS[3], '1', 'NX', 'EX', ARGV[3]) then
  return 0
end
redis.call('XADD', KEYS[1], '*', 't', ARGV[1])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 1000, '*', 's', ARGV[2])
return 1
