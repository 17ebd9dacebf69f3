"""Where tables are kept: in Redis or Valkey, or in memory for tests; the same rules for both."""
