INSERT INTO rate_use (node, policy, holder_uid, used, latest, update_time) VALUES
  (X'0123456789abcdef0123456789abcdef', 'reads', X'0123456789abcdef0123456789abcdef0123456700000000000000a1', 1200, 600, TIMESTAMP '2026-01-02 03:04:05.678');
