INSERT INTO feed_build (number, feed_uid, owner, lease_time, start_time, feed_version, sequence) VALUES
  (41, X'0123456789abcdef0123456789abcdef012345670000000000000f01', NULL, NULL, NULL, 0, 0),
  (42, X'0123456789abcdef0123456789abcdef0123456700000000000000a10000000000000f02', '5a1f0c6e-0000-4000-8000-000000000001', TIMESTAMP '2026-01-02 03:05:05.678', TIMESTAMP '2026-01-02 03:04:05.678', 2, 7);
INSERT INTO feed_record (number, build_number, record_id, sequence, modified, withdrawn, content_hash, content) VALUES
  (51, 42, 'PYSEC-2026-1', 7, TIMESTAMP '2026-01-02 03:04:06.789', FALSE, X'7777777777777777777777777777777777777777777777777777777777777777', X'00');
INSERT INTO feed_package (build_number, ecosystem, package, record_number, patched) VALUES (42, 'PyPI', 'lib', 51, 'PyPI	1.2');
INSERT INTO feed_file (build_number, ecosystem, sequence, modified) VALUES (42, '', 7, TIMESTAMP '2026-01-02 03:04:06.789');
