-- Puts the copies in the place of the tables with uids as text, drops these, and creates indexes and constraints. Foreign keys come last,
-- so that they use the indexes of lists instead of creating their own. Every statement can be repeated.
ALTER TABLE IF EXISTS resource_group_bytes RENAME TO resource_group;
ALTER TABLE IF EXISTS identity_bytes RENAME TO identity;
ALTER TABLE IF EXISTS role_bytes RENAME TO role;
ALTER TABLE IF EXISTS role_binding_bytes RENAME TO role_binding;
ALTER TABLE IF EXISTS group_invite_bytes RENAME TO group_invite;
ALTER TABLE IF EXISTS operator_bytes RENAME TO operator;
ALTER TABLE IF EXISTS installation_bytes RENAME TO installation;
ALTER TABLE IF EXISTS proven_issuer_bytes RENAME TO proven_issuer;
DROP TABLE IF EXISTS operator_text, group_invite_text, role_binding_text, role_text, identity_text, resource_group_text, installation_text, proven_issuer_text;
DROP ALIAS IF EXISTS uid_bytes;

CREATE INDEX IF NOT EXISTS ix_resource_group_parent_uid ON resource_group (parent_uid, uid);
CREATE INDEX IF NOT EXISTS ix_resource_group_parent_name ON resource_group (parent_uid, name, uid);
CREATE INDEX IF NOT EXISTS ix_resource_group_parent_create ON resource_group (parent_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_resource_group_parent_update ON resource_group (parent_uid, update_time, uid);
CREATE INDEX IF NOT EXISTS ix_resource_group_root_name ON resource_group (root_uid, name, uid);
CREATE INDEX IF NOT EXISTS ix_resource_group_root_create ON resource_group (root_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_resource_group_root_update ON resource_group (root_uid, update_time, uid);
ALTER TABLE resource_group ADD CONSTRAINT IF NOT EXISTS ck_resource_group_root_uid CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20));
ALTER TABLE resource_group ADD CONSTRAINT IF NOT EXISTS ck_resource_group_parent_uid CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8) END);
ALTER TABLE resource_group ADD CONSTRAINT IF NOT EXISTS ck_resource_group_kind_root CHECK (kind IS NULL OR parent_uid IS NULL);

CREATE INDEX IF NOT EXISTS ix_identity_parent_uid ON identity (parent_uid, uid);
CREATE INDEX IF NOT EXISTS ix_identity_parent_name ON identity (parent_uid, name, uid);
CREATE INDEX IF NOT EXISTS ix_identity_parent_create ON identity (parent_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_identity_parent_update ON identity (parent_uid, update_time, uid);
CREATE INDEX IF NOT EXISTS ix_identity_parent_relationship ON identity (parent_uid, relationship, uid);
CREATE INDEX IF NOT EXISTS ix_identity_root_name ON identity (root_uid, name, uid);
CREATE INDEX IF NOT EXISTS ix_identity_root_create ON identity (root_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_identity_root_update ON identity (root_uid, update_time, uid);
CREATE INDEX IF NOT EXISTS ix_identity_root_relationship ON identity (root_uid, relationship, uid);
CREATE INDEX IF NOT EXISTS ix_identity_root_subject ON identity (root_uid, subject, uid);
CREATE INDEX IF NOT EXISTS ix_identity_subject ON identity (subject);
ALTER TABLE identity ADD CONSTRAINT IF NOT EXISTS ck_identity_root_uid CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20));
ALTER TABLE identity ADD CONSTRAINT IF NOT EXISTS ck_identity_parent_uid CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8));
ALTER TABLE identity ADD CONSTRAINT IF NOT EXISTS ck_identity_relationship_kind CHECK (relationship IN ('CLAIM_MATCH', 'STATIC_KEYS'));

CREATE INDEX IF NOT EXISTS ix_role_parent_uid ON role (parent_uid, uid);
CREATE INDEX IF NOT EXISTS ix_role_parent_name ON role (parent_uid, name, uid);
CREATE INDEX IF NOT EXISTS ix_role_parent_create ON role (parent_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_role_parent_update ON role (parent_uid, update_time, uid);
CREATE INDEX IF NOT EXISTS ix_role_root_name ON role (root_uid, name, uid);
CREATE INDEX IF NOT EXISTS ix_role_root_create ON role (root_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_role_root_update ON role (root_uid, update_time, uid);
ALTER TABLE role ADD CONSTRAINT IF NOT EXISTS uq_role_name UNIQUE (parent_uid, name);
ALTER TABLE role ADD CONSTRAINT IF NOT EXISTS ck_role_root_uid CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20));
ALTER TABLE role ADD CONSTRAINT IF NOT EXISTS ck_role_parent_uid CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8) END);

CREATE INDEX IF NOT EXISTS ix_role_binding_parent_uid ON role_binding (parent_uid, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_parent_create ON role_binding (parent_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_parent_identity ON role_binding (parent_uid, identity_uid, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_parent_role ON role_binding (parent_uid, role_uid, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_root_create ON role_binding (root_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_root_identity ON role_binding (root_uid, identity_uid, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_root_role ON role_binding (root_uid, role_uid, uid);
CREATE INDEX IF NOT EXISTS ix_role_binding_role_uid ON role_binding (role_uid, uid);
ALTER TABLE role_binding ADD CONSTRAINT IF NOT EXISTS uq_role_binding_grant UNIQUE (identity_uid, role_uid, parent_uid);
ALTER TABLE role_binding ADD CONSTRAINT IF NOT EXISTS ck_role_binding_root_uid CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20));
ALTER TABLE role_binding ADD CONSTRAINT IF NOT EXISTS ck_role_binding_parent_uid CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8));

CREATE INDEX IF NOT EXISTS ix_group_invite_parent_uid ON group_invite (parent_uid, uid);
CREATE INDEX IF NOT EXISTS ix_group_invite_parent_create ON group_invite (parent_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_group_invite_parent_key_id ON group_invite (parent_uid, key_id, uid);
CREATE INDEX IF NOT EXISTS ix_group_invite_root_create ON group_invite (root_uid, create_time, uid);
CREATE INDEX IF NOT EXISTS ix_group_invite_root_key_id ON group_invite (root_uid, key_id, uid);
ALTER TABLE group_invite ADD CONSTRAINT IF NOT EXISTS uq_group_invite_key UNIQUE (key_id);
ALTER TABLE group_invite ADD CONSTRAINT IF NOT EXISTS ck_group_invite_root_uid CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20));
ALTER TABLE group_invite ADD CONSTRAINT IF NOT EXISTS ck_group_invite_parent_uid CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8));

ALTER TABLE installation ADD CONSTRAINT IF NOT EXISTS ck_installation_id CHECK (id = 1);

CREATE INDEX IF NOT EXISTS ix_proven_issuer_issuer ON proven_issuer (issuer);

ALTER TABLE resource_group ADD CONSTRAINT IF NOT EXISTS fk_resource_group_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT;
ALTER TABLE identity ADD CONSTRAINT IF NOT EXISTS fk_identity_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT;
ALTER TABLE role ADD CONSTRAINT IF NOT EXISTS fk_role_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT;
ALTER TABLE role_binding ADD CONSTRAINT IF NOT EXISTS fk_role_binding_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT;
ALTER TABLE role_binding ADD CONSTRAINT IF NOT EXISTS fk_role_binding_identity_uid FOREIGN KEY (identity_uid) REFERENCES identity (uid) ON DELETE RESTRICT;
ALTER TABLE role_binding ADD CONSTRAINT IF NOT EXISTS fk_role_binding_role_uid FOREIGN KEY (role_uid) REFERENCES role (uid) ON DELETE RESTRICT;
ALTER TABLE group_invite ADD CONSTRAINT IF NOT EXISTS fk_group_invite_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT;
ALTER TABLE operator ADD CONSTRAINT IF NOT EXISTS fk_operator_identity_uid FOREIGN KEY (identity_uid) REFERENCES identity (uid) ON DELETE RESTRICT;
