-- A table as it stands, with the store's time.
-- KEYS: table. Answers: seconds, microseconds, document, operations (the last two false where there is no table).
local time = redis.call('TIME')
local table = redis.call('HMGET', KEYS[1], 'doc', 'ops')
return {time[1], time[2], table[1], table[2]}
