"""What waits: tables, players, time, storage; and what both faces share: pictures and texts."""
