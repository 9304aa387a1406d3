-- Uids as bytes: 20 for a root, and 8 for each further segment. Their order is that of the texts, so a subtree is still one range.
-- A copy of each table with uids. Nothing refers to them yet, so this migration can be repeated after it was stopped halfway.
-- They are filled in the order of uids. Their indexes and constraints follow in V0017, when those of the tables are gone.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
DROP TABLE IF EXISTS operator_bytes, group_invite_bytes, role_binding_bytes, role_bytes, identity_bytes, resource_group_bytes, installation_bytes, proven_issuer_bytes;
CREATE ALIAS IF NOT EXISTS uid_bytes FOR 'org.h2.util.StringUtils.convertHexToBytes';

CREATE TABLE resource_group_bytes (
  uid         VARBINARY(132) NOT NULL,
  root_uid    VARBINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NULL,
  name        VARCHAR(255) NOT NULL,
  description VARCHAR(2048) NOT NULL,
  kind        VARCHAR(15) NULL,
  create_time TIMESTAMP(3) NOT NULL,
  update_time TIMESTAMP(3) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_resource_group_uid PRIMARY KEY (uid)
);

INSERT INTO resource_group_bytes (
  uid, root_uid, parent_uid, name, description, kind, create_time, update_time, version
)
SELECT
  uid_bytes(REPLACE(uid, '/', '')), uid_bytes(root_uid), CASE WHEN parent_uid IS NOT NULL THEN uid_bytes(REPLACE(parent_uid, '/', '')) END,
  name, description, kind, create_time, update_time, version
FROM resource_group ORDER BY uid;

CREATE TABLE identity_bytes (
  uid                  VARBINARY(132) NOT NULL,
  root_uid             VARBINARY(20) NOT NULL,
  parent_uid           VARBINARY(132) NOT NULL,
  name                 VARCHAR(255) NOT NULL,
  description          VARCHAR(2048) NOT NULL,
  company              VARCHAR(510) DEFAULT '' NOT NULL,
  relationship         VARCHAR(17) DEFAULT 'CLAIM_MATCH' NOT NULL,
  relationship_version INT DEFAULT 0 NOT NULL,
  issuer               VARCHAR(2048) NULL,
  issuer_pattern       VARCHAR(2048) NULL,
  subject              VARCHAR(510) NULL,
  subject_pattern      VARCHAR(2048) NULL,
  audience             VARCHAR(510) NULL,
  audience_pattern     VARCHAR(2048) NULL,
  claims               VARCHAR(500000) NULL,
  claim_patterns       VARCHAR(500000) NULL,
  issuer_keys          VARCHAR(65536) NULL,
  expiration_time      TIMESTAMP(3) NULL,
  last_seen_time       TIMESTAMP(3) NOT NULL,
  create_time          TIMESTAMP(3) NOT NULL,
  update_time          TIMESTAMP(3) NOT NULL,
  version              BIGINT NOT NULL,
  CONSTRAINT pk_identity_uid PRIMARY KEY (uid)
);

INSERT INTO identity_bytes (
  uid, root_uid, parent_uid, name, description, company, relationship, relationship_version, issuer, issuer_pattern, subject,
  subject_pattern, audience, audience_pattern, claims, claim_patterns, issuer_keys, expiration_time, last_seen_time, create_time,
  update_time, version
)
SELECT
  uid_bytes(REPLACE(uid, '/', '')), uid_bytes(root_uid), uid_bytes(REPLACE(parent_uid, '/', '')), name, description, company, relationship,
  relationship_version, issuer, issuer_pattern, subject, subject_pattern, audience, audience_pattern, claims, claim_patterns, issuer_keys,
  expiration_time, last_seen_time, create_time, update_time, version
FROM identity ORDER BY uid;

CREATE TABLE role_bytes (
  uid          VARBINARY(132) NOT NULL,
  root_uid     VARBINARY(20) NOT NULL,
  parent_uid   VARBINARY(132) NULL,
  name         VARCHAR(255) NOT NULL,
  description  VARCHAR(2048) NOT NULL,
  capabilities VARCHAR(2000) DEFAULT '' NOT NULL,
  create_time  TIMESTAMP(3) NOT NULL,
  update_time  TIMESTAMP(3) NOT NULL,
  version      BIGINT NOT NULL,
  CONSTRAINT pk_role_uid PRIMARY KEY (uid)
);

INSERT INTO role_bytes (
  uid, root_uid, parent_uid, name, description, capabilities, create_time, update_time, version
)
SELECT
  uid_bytes(REPLACE(uid, '/', '')), uid_bytes(root_uid), CASE WHEN parent_uid IS NOT NULL THEN uid_bytes(REPLACE(parent_uid, '/', '')) END,
  name, description, capabilities, create_time, update_time, version
FROM role ORDER BY uid;

CREATE TABLE role_binding_bytes (
  uid          VARBINARY(132) NOT NULL,
  root_uid     VARBINARY(20) NOT NULL,
  parent_uid   VARBINARY(132) NOT NULL,
  identity_uid VARBINARY(132) NOT NULL,
  role_uid     VARBINARY(132) NOT NULL,
  create_time  TIMESTAMP(3) NOT NULL,
  update_time  TIMESTAMP(3) NOT NULL,
  version      BIGINT NOT NULL,
  CONSTRAINT pk_role_binding_uid PRIMARY KEY (uid)
);

INSERT INTO role_binding_bytes (
  uid, root_uid, parent_uid, identity_uid, role_uid, create_time, update_time, version
)
SELECT
  uid_bytes(REPLACE(uid, '/', '')), uid_bytes(root_uid), uid_bytes(REPLACE(parent_uid, '/', '')),
  uid_bytes(REPLACE(identity_uid, '/', '')), uid_bytes(REPLACE(role_uid, '/', '')), create_time, update_time, version
FROM role_binding ORDER BY uid;

CREATE TABLE group_invite_bytes (
  uid             VARBINARY(132) NOT NULL,
  root_uid        VARBINARY(20) NOT NULL,
  parent_uid      VARBINARY(132) NOT NULL,
  role_uid        VARBINARY(132) NOT NULL,
  email           VARCHAR(254) NOT NULL,
  single_use      BOOLEAN NOT NULL,
  expiration_time TIMESTAMP(3) NOT NULL,
  key_id          VARCHAR(32) NOT NULL,
  code_hash       VARCHAR(64) NOT NULL,
  inviter_uid     VARBINARY(132) NOT NULL,
  create_time     TIMESTAMP(3) NOT NULL,
  update_time     TIMESTAMP(3) NOT NULL,
  version         BIGINT NOT NULL,
  CONSTRAINT pk_group_invite_uid PRIMARY KEY (uid)
);

INSERT INTO group_invite_bytes (
  uid, root_uid, parent_uid, role_uid, email, single_use, expiration_time, key_id, code_hash, inviter_uid, create_time, update_time, version
)
SELECT
  uid_bytes(REPLACE(uid, '/', '')), uid_bytes(root_uid), uid_bytes(REPLACE(parent_uid, '/', '')), uid_bytes(REPLACE(role_uid, '/', '')),
  email, single_use, expiration_time, key_id, code_hash, uid_bytes(REPLACE(inviter_uid, '/', '')), create_time, update_time, version
FROM group_invite ORDER BY uid;

CREATE TABLE operator_bytes (
  identity_uid VARBINARY(132) NOT NULL,
  create_time  TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_operator_identity_uid PRIMARY KEY (identity_uid)
);

INSERT INTO operator_bytes (
  identity_uid, create_time
)
SELECT
  uid_bytes(REPLACE(identity_uid, '/', '')), create_time
FROM operator ORDER BY identity_uid;

CREATE TABLE installation_bytes (
  id               INT NOT NULL,
  organization_uid VARBINARY(20) NOT NULL,
  identity_uid     VARBINARY(132) NOT NULL,
  create_time      TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_installation_id PRIMARY KEY (id)
);

INSERT INTO installation_bytes (
  id, organization_uid, identity_uid, create_time
)
SELECT
  id, uid_bytes(organization_uid), uid_bytes(REPLACE(identity_uid, '/', '')), create_time
FROM installation ORDER BY id;

CREATE TABLE proven_issuer_bytes (
  organization_uid VARBINARY(20) NOT NULL,
  issuer           VARCHAR(1024) NOT NULL,
  create_time      TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_proven_issuer_organization_uid PRIMARY KEY (organization_uid, issuer)
);

INSERT INTO proven_issuer_bytes (
  organization_uid, issuer, create_time
)
SELECT
  uid_bytes(organization_uid), issuer, create_time
FROM proven_issuer ORDER BY organization_uid, issuer;
