-- Takes a lease that nobody has, renews one's own, or leaves it.
-- KEYS: lease. ARGV: 'take', 'renew' or 'leave', who asks, for how long in ms. Answers 1 if granted, else 0.
-- A renewal that arrives after its holder has left grants nothing.
local holder = redis.call('GET', KEYS[1])
if ARGV[1] == 'take' then
  if holder and holder ~= ARGV[2] then
    return 0
  end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
elseif holder ~= ARGV[2] then
  return 0
elseif ARGV[1] == 'renew' then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
else
  redis.call('DEL', KEYS[1])
end
return 1
