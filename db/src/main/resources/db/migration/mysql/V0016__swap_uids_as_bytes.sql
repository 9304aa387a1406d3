-- Puts the copies in the place of the tables: all of them in one atomic statement, which brings their foreign keys along.
-- It runs only while there are copies, so this migration can be repeated after it was stopped before it was recorded.
SET @rename_tables = IF(
  EXISTS (SELECT * FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'resource_group_bytes'),
  'RENAME TABLE
    resource_group TO resource_group_text, resource_group_bytes TO resource_group,
    identity TO identity_text, identity_bytes TO identity,
    role TO role_text, role_bytes TO role,
    role_binding TO role_binding_text, role_binding_bytes TO role_binding,
    group_invite TO group_invite_text, group_invite_bytes TO group_invite,
    operator TO operator_text, operator_bytes TO operator,
    installation TO installation_text, installation_bytes TO installation,
    proven_issuer TO proven_issuer_text, proven_issuer_bytes TO proven_issuer',
  'DO 0');
PREPARE rename_tables FROM @rename_tables;
EXECUTE rename_tables;
DEALLOCATE PREPARE rename_tables;
