-- Uids as bytes: 20 for a root, and 8 for each further segment. Their order is that of the texts, so a subtree is still one range.
-- A copy of each table with uids. Nothing refers to them yet, so this migration can be repeated after it was stopped halfway.
-- They are filled in the order of uids, and get most indexes afterwards: that takes a fraction of the time, and leaves them compact.
-- Names of foreign keys and checks are unique in a schema, so those of the copies differ: they end in the name of the column.
-- The first time there are no copies to drop; without this the log would have a warning for each.
SET sql_notes = 0;
DROP TABLE IF EXISTS operator_bytes, group_invite_bytes, role_binding_bytes, role_bytes, identity_bytes, resource_group_bytes, installation_bytes, proven_issuer_bytes;
SET sql_notes = DEFAULT;

CREATE TABLE resource_group_bytes (
  uid         VARBINARY(132) NOT NULL,
  root_uid    VARBINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NULL,
  name        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  kind        VARCHAR(15) CHARACTER SET ascii COLLATE ascii_bin NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  version     BIGINT NOT NULL,
  KEY ix_resource_group_parent_uid (parent_uid, uid),
  CONSTRAINT pk_resource_group_uid PRIMARY KEY (uid),
  CONSTRAINT fk_resource_group_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_resource_group_root_uid CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_resource_group_parent_uid CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE LEFT(uid, LENGTH(uid) - 8) END),
  CONSTRAINT ck_resource_group_kind_root CHECK (kind IS NULL OR parent_uid IS NULL)
) ENGINE = InnoDB;

INSERT INTO resource_group_bytes (
  uid, root_uid, parent_uid, name, description, kind, create_time, update_time, version
)
SELECT
  UNHEX(REPLACE(uid, '/', '')), UNHEX(root_uid), UNHEX(REPLACE(parent_uid, '/', '')), name, description, kind, create_time, update_time,
  version
FROM resource_group ORDER BY uid;

ALTER TABLE resource_group_bytes
  ADD KEY ix_resource_group_parent_name (parent_uid, name, uid),
  ADD KEY ix_resource_group_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_resource_group_parent_update (parent_uid, update_time, uid),
  ADD KEY ix_resource_group_root_name (root_uid, name, uid),
  ADD KEY ix_resource_group_root_create (root_uid, create_time, uid),
  ADD KEY ix_resource_group_root_update (root_uid, update_time, uid);

CREATE TABLE identity_bytes (
  uid                  VARBINARY(132) NOT NULL,
  root_uid             VARBINARY(20) NOT NULL,
  parent_uid           VARBINARY(132) NOT NULL,
  name                 VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description          VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  company              VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL DEFAULT '',
  relationship         VARCHAR(17) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'CLAIM_MATCH',
  relationship_version INT NOT NULL DEFAULT 0,
  issuer               VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  issuer_pattern       VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  subject              VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  subject_pattern      VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  audience             VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  audience_pattern     VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  claims               MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  claim_patterns       MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  issuer_keys          MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  expiration_time      DATETIME(3) NULL,
  last_seen_time       DATETIME(3) NOT NULL,
  create_time          DATETIME(3) NOT NULL,
  update_time          DATETIME(3) NOT NULL,
  version              BIGINT NOT NULL,
  KEY ix_identity_parent_uid (parent_uid, uid),
  CONSTRAINT pk_identity_uid PRIMARY KEY (uid),
  CONSTRAINT fk_identity_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_identity_root_uid CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_identity_parent_uid CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8)),
  CONSTRAINT ck_identity_relationship_kind CHECK (relationship IN ('CLAIM_MATCH', 'STATIC_KEYS'))
) ENGINE = InnoDB;

INSERT INTO identity_bytes (
  uid, root_uid, parent_uid, name, description, company, relationship, relationship_version, issuer, issuer_pattern, subject,
  subject_pattern, audience, audience_pattern, claims, claim_patterns, issuer_keys, expiration_time, last_seen_time, create_time,
  update_time, version
)
SELECT
  UNHEX(REPLACE(uid, '/', '')), UNHEX(root_uid), UNHEX(REPLACE(parent_uid, '/', '')), name, description, company, relationship,
  relationship_version, issuer, issuer_pattern, subject, subject_pattern, audience, audience_pattern, claims, claim_patterns, issuer_keys,
  expiration_time, last_seen_time, create_time, update_time, version
FROM identity ORDER BY uid;

ALTER TABLE identity_bytes
  ADD KEY ix_identity_parent_name (parent_uid, name, uid),
  ADD KEY ix_identity_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_identity_parent_update (parent_uid, update_time, uid),
  ADD KEY ix_identity_parent_relationship (parent_uid, relationship, uid),
  ADD KEY ix_identity_root_name (root_uid, name, uid),
  ADD KEY ix_identity_root_create (root_uid, create_time, uid),
  ADD KEY ix_identity_root_update (root_uid, update_time, uid),
  ADD KEY ix_identity_root_relationship (root_uid, relationship, uid),
  ADD KEY ix_identity_root_subject (root_uid, subject, uid),
  ADD KEY ix_identity_subject (subject);

CREATE TABLE role_bytes (
  uid          VARBINARY(132) NOT NULL,
  root_uid     VARBINARY(20) NOT NULL,
  parent_uid   VARBINARY(132) NULL,
  name         VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description  VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  capabilities VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  create_time  DATETIME(3) NOT NULL,
  update_time  DATETIME(3) NOT NULL,
  version      BIGINT NOT NULL,
  KEY ix_role_parent_uid (parent_uid, uid),
  CONSTRAINT pk_role_uid PRIMARY KEY (uid),
  CONSTRAINT uq_role_name UNIQUE (parent_uid, name),
  CONSTRAINT fk_role_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_role_root_uid CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_role_parent_uid CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE LEFT(uid, LENGTH(uid) - 8) END)
) ENGINE = InnoDB;

INSERT INTO role_bytes (
  uid, root_uid, parent_uid, name, description, capabilities, create_time, update_time, version
)
SELECT
  UNHEX(REPLACE(uid, '/', '')), UNHEX(root_uid), UNHEX(REPLACE(parent_uid, '/', '')), name, description, capabilities, create_time,
  update_time, version
FROM role ORDER BY uid;

ALTER TABLE role_bytes
  ADD KEY ix_role_parent_name (parent_uid, name, uid),
  ADD KEY ix_role_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_role_parent_update (parent_uid, update_time, uid),
  ADD KEY ix_role_root_name (root_uid, name, uid),
  ADD KEY ix_role_root_create (root_uid, create_time, uid),
  ADD KEY ix_role_root_update (root_uid, update_time, uid);

CREATE TABLE role_binding_bytes (
  uid          VARBINARY(132) NOT NULL,
  root_uid     VARBINARY(20) NOT NULL,
  parent_uid   VARBINARY(132) NOT NULL,
  identity_uid VARBINARY(132) NOT NULL,
  role_uid     VARBINARY(132) NOT NULL,
  create_time  DATETIME(3) NOT NULL,
  update_time  DATETIME(3) NOT NULL,
  version      BIGINT NOT NULL,
  KEY ix_role_binding_parent_uid (parent_uid, uid),
  KEY ix_role_binding_role_uid (role_uid, uid),
  CONSTRAINT pk_role_binding_uid PRIMARY KEY (uid),
  CONSTRAINT uq_role_binding_grant UNIQUE (identity_uid, role_uid, parent_uid),
  CONSTRAINT fk_role_binding_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT fk_role_binding_identity_uid FOREIGN KEY (identity_uid) REFERENCES identity_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT fk_role_binding_role_uid FOREIGN KEY (role_uid) REFERENCES role_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_role_binding_root_uid CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_role_binding_parent_uid CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8))
) ENGINE = InnoDB;

INSERT INTO role_binding_bytes (
  uid, root_uid, parent_uid, identity_uid, role_uid, create_time, update_time, version
)
SELECT
  UNHEX(REPLACE(uid, '/', '')), UNHEX(root_uid), UNHEX(REPLACE(parent_uid, '/', '')), UNHEX(REPLACE(identity_uid, '/', '')),
  UNHEX(REPLACE(role_uid, '/', '')), create_time, update_time, version
FROM role_binding ORDER BY uid;

ALTER TABLE role_binding_bytes
  ADD KEY ix_role_binding_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_role_binding_parent_identity (parent_uid, identity_uid, uid),
  ADD KEY ix_role_binding_parent_role (parent_uid, role_uid, uid),
  ADD KEY ix_role_binding_root_create (root_uid, create_time, uid),
  ADD KEY ix_role_binding_root_identity (root_uid, identity_uid, uid),
  ADD KEY ix_role_binding_root_role (root_uid, role_uid, uid);

CREATE TABLE group_invite_bytes (
  uid             VARBINARY(132) NOT NULL,
  root_uid        VARBINARY(20) NOT NULL,
  parent_uid      VARBINARY(132) NOT NULL,
  role_uid        VARBINARY(132) NOT NULL,
  email           VARCHAR(254) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  single_use      BOOLEAN NOT NULL,
  expiration_time DATETIME(3) NOT NULL,
  key_id          VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  code_hash       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  inviter_uid     VARBINARY(132) NOT NULL,
  create_time     DATETIME(3) NOT NULL,
  update_time     DATETIME(3) NOT NULL,
  version         BIGINT NOT NULL,
  KEY ix_group_invite_parent_uid (parent_uid, uid),
  CONSTRAINT pk_group_invite_uid PRIMARY KEY (uid),
  CONSTRAINT uq_group_invite_key UNIQUE (key_id),
  CONSTRAINT fk_group_invite_parent_uid FOREIGN KEY (parent_uid) REFERENCES resource_group_bytes (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_group_invite_root_uid CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_group_invite_parent_uid CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8))
) ENGINE = InnoDB;

INSERT INTO group_invite_bytes (
  uid, root_uid, parent_uid, role_uid, email, single_use, expiration_time, key_id, code_hash, inviter_uid, create_time, update_time, version
)
SELECT
  UNHEX(REPLACE(uid, '/', '')), UNHEX(root_uid), UNHEX(REPLACE(parent_uid, '/', '')), UNHEX(REPLACE(role_uid, '/', '')), email, single_use,
  expiration_time, key_id, code_hash, UNHEX(REPLACE(inviter_uid, '/', '')), create_time, update_time, version
FROM group_invite ORDER BY uid;

ALTER TABLE group_invite_bytes
  ADD KEY ix_group_invite_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_group_invite_parent_key_id (parent_uid, key_id, uid),
  ADD KEY ix_group_invite_root_create (root_uid, create_time, uid),
  ADD KEY ix_group_invite_root_key_id (root_uid, key_id, uid);

CREATE TABLE operator_bytes (
  identity_uid VARBINARY(132) NOT NULL,
  create_time  DATETIME(3) NOT NULL,
  CONSTRAINT pk_operator_identity_uid PRIMARY KEY (identity_uid),
  CONSTRAINT fk_operator_identity_uid FOREIGN KEY (identity_uid) REFERENCES identity_bytes (uid) ON DELETE RESTRICT
) ENGINE = InnoDB;

INSERT INTO operator_bytes (
  identity_uid, create_time
)
SELECT
  UNHEX(REPLACE(identity_uid, '/', '')), create_time
FROM operator ORDER BY identity_uid;

CREATE TABLE installation_bytes (
  id               INT NOT NULL,
  organization_uid VARBINARY(20) NOT NULL,
  identity_uid     VARBINARY(132) NOT NULL,
  create_time      DATETIME(3) NOT NULL,
  CONSTRAINT pk_installation_id PRIMARY KEY (id),
  CONSTRAINT ck_installation_id CHECK (id = 1)
) ENGINE = InnoDB;

INSERT INTO installation_bytes (
  id, organization_uid, identity_uid, create_time
)
SELECT
  id, UNHEX(organization_uid), UNHEX(REPLACE(identity_uid, '/', '')), create_time
FROM installation ORDER BY id;

CREATE TABLE proven_issuer_bytes (
  organization_uid VARBINARY(20) NOT NULL,
  issuer           VARCHAR(1024) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  create_time      DATETIME(3) NOT NULL,
  CONSTRAINT pk_proven_issuer_organization_uid PRIMARY KEY (organization_uid, issuer)
) ENGINE = InnoDB;

INSERT INTO proven_issuer_bytes (
  organization_uid, issuer, create_time
)
SELECT
  UNHEX(organization_uid), issuer, create_time
FROM proven_issuer ORDER BY organization_uid, issuer;

ALTER TABLE proven_issuer_bytes
  ADD KEY ix_proven_issuer_issuer (issuer);
