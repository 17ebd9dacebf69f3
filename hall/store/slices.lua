-- A member of those who share work gives a sign of life, gives slices back, or leaves.
-- KEYS: members (sorted set: member -> alive until, ms), slices (hash: slice -> member).
-- ARGV: 'beat', 'release' or 'leave', the member, the lease in ms, how many slices there are, the slices to release.
-- A beat takes free slices up to the member's fair share, and answers that share and the slices the member has now.
local members, slices, wish, me, lease, number = KEYS[1], KEYS[2], ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if wish ~= 'beat' then
  for at = 5, #ARGV do
    if redis.call('HGET', slices, ARGV[at]) == me then
      redis.call('HDEL', slices, ARGV[at])
    end
  end
  if wish == 'leave' then
    redis.call('ZREM', members, me)
  end
  return {}
end

redis.call('ZREMRANGEBYSCORE', members, '-inf', now)
redis.call('ZADD', members, now + lease, me)
local names, alive, rank = redis.call('ZRANGE', members, 0, -1), {}, 0
for _, name in ipairs(names) do
  alive[name] = true
  if name < me then
    rank = rank + 1
  end
end
local fair = math.floor(number / #names)
if rank < number % #names then
  fair = fair + 1
end

local holders, mine, free = {}, {}, {}
local all = redis.call('HGETALL', slices)
for at = 1, #all, 2 do
  holders[all[at]] = all[at + 1]
end
for slice = 0, number - 1 do
  local holder = holders[tostring(slice)]
  if holder == me then
    mine[#mine + 1] = slice
  elseif not holder or not alive[holder] then
    free[#free + 1] = slice
  end
end
for _, slice in ipairs(free) do
  if #mine >= fair then
    break
  end
  redis.call('HSET', slices, slice, me)
  mine[#mine + 1] = slice
end
-- without a beat for the time of a lease all members are dead, and what they had is free
redis.call('PEXPIRE', members, lease)
redis.call('PEXPIRE', slices, lease)
return { fair, unpack(mine) }
