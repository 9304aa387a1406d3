-- Renames the tables with uids as text. Their copies get the names in the next migration, so that both can be repeated after they were
-- stopped halfway: what was renamed is no longer there under its old name.
ALTER TABLE IF EXISTS resource_group RENAME TO resource_group_text;
ALTER TABLE IF EXISTS identity RENAME TO identity_text;
ALTER TABLE IF EXISTS role RENAME TO role_text;
ALTER TABLE IF EXISTS role_binding RENAME TO role_binding_text;
ALTER TABLE IF EXISTS group_invite RENAME TO group_invite_text;
ALTER TABLE IF EXISTS operator RENAME TO operator_text;
ALTER TABLE IF EXISTS installation RENAME TO installation_text;
ALTER TABLE IF EXISTS proven_issuer RENAME TO proven_issuer_text;
