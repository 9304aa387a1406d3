-- default_role_uid: a foreign key, so that the role cannot be deleted while an identity provider names it.
-- client_secret: encrypted, null for none. 1,024 characters become at most 3,400 with their uid in one JWE; there are two, separated by a space, while the key-encryption key is being changed.
-- additional_scopes: words separated by spaces. correlation_rule: null if none was chosen.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE identity_provider (
  uid               VARBINARY(132) NOT NULL,
  root_uid          VARBINARY(20) NOT NULL,
  parent_uid        VARBINARY(132) NOT NULL,
  name              VARCHAR(255) NOT NULL,
  description       VARCHAR(2048) NOT NULL,
  default_role_uid  VARBINARY(132) NOT NULL,
  issuer            VARCHAR(2048) NOT NULL,
  client_id         VARCHAR(510) NOT NULL,
  client_secret     VARCHAR(8000) NULL,
  additional_scopes VARCHAR(8191) NOT NULL,
  groups_claim      VARCHAR(510) NOT NULL,
  correlation_rule  VARCHAR(22) NULL,
  pkce_enabled      BOOLEAN NOT NULL,
  create_time       TIMESTAMP(3) NOT NULL,
  update_time       TIMESTAMP(3) NOT NULL,
  version           BIGINT NOT NULL,
  CONSTRAINT pk_identity_provider PRIMARY KEY (uid),
  CONSTRAINT uq_identity_provider_name UNIQUE (parent_uid, name),
  CONSTRAINT fk_identity_provider_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT fk_identity_provider_default_role FOREIGN KEY (default_role_uid) REFERENCES role (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_identity_provider_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_identity_provider_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8)),
  CONSTRAINT ck_identity_provider_correlation_rule CHECK (correlation_rule IN ('SUB_EQUALS_EXTERNAL_ID', 'OID_EQUALS_EXTERNAL_ID')),
  CONSTRAINT ck_identity_provider_pkce_enabled CHECK (pkce_enabled OR client_secret IS NOT NULL)
);

CREATE INDEX ix_identity_provider_default_role ON identity_provider (default_role_uid);
CREATE INDEX ix_identity_provider_parent_uid ON identity_provider (parent_uid, uid);
CREATE INDEX ix_identity_provider_parent_name ON identity_provider (parent_uid, name, uid);
CREATE INDEX ix_identity_provider_parent_create ON identity_provider (parent_uid, create_time, uid);
CREATE INDEX ix_identity_provider_parent_update ON identity_provider (parent_uid, update_time, uid);
CREATE INDEX ix_identity_provider_root_name ON identity_provider (root_uid, name, uid);
CREATE INDEX ix_identity_provider_root_create ON identity_provider (root_uid, create_time, uid);
CREATE INDEX ix_identity_provider_root_update ON identity_provider (root_uid, update_time, uid);
