-- The store's time. KEYS: any key of the server whose clock is asked. Answers: seconds, microseconds.
return redis.call('TIME')
