-- Replaces a text by another if it is still what was read: what two change at once, one of them reads again.
-- KEYS: the text. ARGV: as it was read ('' where there was none), what it becomes, seconds it is kept ('' without
-- limit). Answers 1, or 0 if it has changed.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
if ARGV[3] == '' then
  redis.call('SET', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
end
return 1
