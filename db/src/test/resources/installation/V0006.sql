INSERT INTO signing_key (kid, generation, public_jwk, encrypted_jwk, create_time) VALUES
  ('kid', 1, '{}', 'secret', TIMESTAMP '2026-01-02 03:04:05.678');
