-- Writes a record anew in another schema, unless somebody else has done so. Its lifetime stays.
-- KEYS: record. ARGV: the schema it was read in ('' for none), then its fields and values in turn.
-- Answers 1 if it is written, 0 if it is in another schema by now.
if (redis.call('HGET', KEYS[1], 's') or '') ~= ARGV[1] then
  return 0
end
local left = redis.call('PTTL', KEYS[1])
redis.call('DEL', KEYS[1])
for at = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
end
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return 1
