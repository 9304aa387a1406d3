INSERT INTO proven_issuer (organization_uid, issuer, create_time) VALUES
  ('0123456789abcdef0123456789abcdef01234567', 'https://issuer.example', TIMESTAMP '2026-01-02 03:04:05.678');
