-- A guest's candy that an account has taken is the guest's no more.
-- KEYS: guest, the guest's days. ARGV: name of the legacy, all that was taken, what was taken of each of these days.
local frozen = redis.call('HGET', KEYS[1], 'l')
if not frozen or cjson.decode(frozen).name ~= ARGV[1] then
  return 0
end
redis.call('HINCRBY', KEYS[1], 'c', -ARGV[2])
for at = 2, #KEYS do
  if redis.call('EXISTS', KEYS[at]) == 1 then
    redis.call('HINCRBY', KEYS[at], 'm', ARGV[at + 1])
  end
end
redis.call('HDEL', KEYS[1], 'l')
return 1
