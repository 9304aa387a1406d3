INSERT INTO role (uid, root_uid, parent_uid, name, description, create_time, update_time, version) VALUES
  ('0123456789abcdef0123456789abcdef01234567/00000000000000c1', '0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123456789abcdef01234567', 'reader', '', TIMESTAMP '2026-01-02 03:04:05.678', TIMESTAMP '2026-01-02 03:04:05.678', 0);
