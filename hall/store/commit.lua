-- One step of a table: all of it, or nothing.
-- KEYS: table, log, due, computers, outbox, unpaid, ended
-- ARGV: version it replaces (0: a new table), operation's digest, document, event, table id,
--       deadline in ms or '', '1' if a computer has to act, '1' if the table is over,
--       operations kept, log kept, outbox kept, seconds the log outlives the table,
--       '1' if this step ended a game that may have to be paid
-- Answers: {'done'} | {'repeated', version then, document} | {'conflict', document} | {'missing'}
--
-- `ops` is the digests of the last operations, all of one length, the newest last. Each operation made one version,
-- so the place of a digest tells which.
local stored = redis.call('HMGET', KEYS[1], 'v', 'ops', 'doc')
local version, operations = tonumber(stored[1]), stored[2] or ''
local width = #ARGV[2]

for at = 1, #operations, width do
  if string.sub(operations, at, at + width - 1) == ARGV[2] then
    local later = (#operations - at + 1) / width - 1
    return {'repeated', string.format('%d', version - later), stored[3]}
  end
end
if ARGV[1] == '0' then
  if version then
    return {'repeated', '1', stored[3]}
  end
elseif not version then
  return {'missing'}
elseif version ~= tonumber(ARGV[1]) then
  return {'conflict', stored[3]}
end

local new = string.format('%d', ARGV[1] + 1)
operations = string.sub(operations .. ARGV[2], -width * ARGV[9])
redis.call('HSET', KEYS[1], 'v', new, 'doc', ARGV[3], 'ops', operations, 'due', ARGV[6])

redis.call('XADD', KEYS[2], 'MAXLEN', '=', ARGV[10], new .. '-0', 'e', ARGV[4])
if ARGV[8] == '1' then
  local time = redis.call('TIME')
  redis.call('EXPIRE', KEYS[2], ARGV[12])
  redis.call('ZADD', KEYS[7], 'NX', string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000)), ARGV[5])
end
if ARGV[6] == '' then
  redis.call('ZREM', KEYS[3], ARGV[5])
else
  redis.call('ZADD', KEYS[3], ARGV[6], ARGV[5])
end
redis.call(ARGV[7] == '1' and 'SADD' or 'SREM', KEYS[4], ARGV[5])
if ARGV[13] == '1' then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[6], 'NX', string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000)), ARGV[5])
end
redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[11], '*', 't', ARGV[5], 'v', new, 'e', ARGV[4])
return {'done'}
