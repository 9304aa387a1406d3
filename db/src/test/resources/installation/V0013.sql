INSERT INTO resource_group (uid, root_uid, parent_uid, name, description, kind, create_time, update_time, version) VALUES
  ('ffffffffffffffffffffffffffffffffffffffff', 'ffffffffffffffffffffffffffffffffffffffff', NULL, 'other', '', 'BUSINESS', TIMESTAMP '2026-01-02 03:04:05.678', TIMESTAMP '2026-01-02 03:04:05.678', 0);
