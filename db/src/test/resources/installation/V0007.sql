INSERT INTO installation (id, organization_uid, identity_uid, create_time) VALUES
  (1, '0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123456789abcdef01234567/00000000000000b1', TIMESTAMP '2026-01-02 03:04:05.678');
