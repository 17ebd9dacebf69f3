-- Tells of something that changes no table, once, and not too often.
-- KEYS: outbox, what this player told lately. ARGV: operation's digest, event, table id, version, most, within seconds,
-- outbox kept. Answers 1, or 0 if that is too often.
local lately = redis.call('LRANGE', KEYS[2], 0, -1)
for _, digest in ipairs(lately) do
  if digest == ARGV[1] then
    return 1
  end
end
if #lately >= tonumber(ARGV[5]) then
  return 0
end
redis.call('RPUSH', KEYS[2], ARGV[1])
if #lately == 0 then
  redis.call('EXPIRE', KEYS[2], ARGV[6])
end
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[7], '*', 't', ARGV[3], 'v', ARGV[4], 'e', ARGV[2])
return 1
