-- One look into the pool: find somebody for a player who seeks a game, or let the player wait on.
-- KEYS: pool. ARGV: player's id, operation, lane, rating, who it is (text), ids the player does not wish to meet (JSON),
-- how long one waits unseen (ms), how long a pair is remembered (ms), rating window at first, its growth a second,
-- '1' to leave instead. The same player's searches from several devices are one while it goes on.
-- Answers {'found', host, guest, operation of the host} | {'waiting', since in ms} | {'left'}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local me, op, leaving = ARGV[1], ARGV[2], ARGV[11] == '1'
local everybody, own = {}, nil
local stored = redis.call('HGETALL', KEYS[1])
for at = 1, #stored, 2 do
  local entry = cjson.decode(stored[at + 1])
  local keep = entry.host and tonumber(ARGV[8]) or tonumber(ARGV[7])
  if now - entry.seen > keep then
    redis.call('HDEL', KEYS[1], stored[at])
  elseif stored[at] ~= me then
    everybody[stored[at]] = entry
  else
    for _, known in ipairs(entry.ops) do
      own = known == op and entry or own
    end
    if not own and not entry.host and entry.lane == ARGV[3] then
      own = entry
      if #own.ops < 8 then
        table.insert(own.ops, op)
      end
    end
  end
end

if own and own.host then
  return {'found', own.host, own.guest, own.host_op}
end
if leaving then
  if own then
    redis.call('HDEL', KEYS[1], me)
  end
  return {'left'}
end
local mine = {
  ops = own and own.ops or {op}, lane = ARGV[3], rating = tonumber(ARGV[4]), who = ARGV[5], avoids = cjson.decode(ARGV[6]),
  since = own and own.since or now, seen = now
}

local function avoids(entry, id)
  for _, avoided in ipairs(entry.avoids) do
    if avoided == id then
      return true
    end
  end
  return false
end

local function window(entry)
  return ARGV[9] + ARGV[10] * (now - entry.since) / 1000
end

local best, best_id, best_gap
for id, entry in pairs(everybody) do
  local gap = math.abs(entry.rating - mine.rating)
  local fits = not entry.host and entry.lane == mine.lane and gap <= math.max(window(entry), window(mine))
  if fits and not avoids(entry, me) and not avoids(mine, id) then
    local better = not best or gap < best_gap or (gap == best_gap and entry.since < best.since)
    if better or (gap == best_gap and entry.since == best.since and id < best_id) then
      best, best_id, best_gap = entry, id, gap
    end
  end
end
if not best then
  redis.call('HSET', KEYS[1], me, cjson.encode(mine))
  return {'waiting', string.format('%d', mine.since)}
end
for id, entry in pairs({[me] = mine, [best_id] = best}) do
  entry.host, entry.guest, entry.host_op, entry.seen = best.who, mine.who, best.ops[1], now
  redis.call('HSET', KEYS[1], id, cjson.encode(entry))
end
return {'found', best.who, mine.who, best.ops[1]}
