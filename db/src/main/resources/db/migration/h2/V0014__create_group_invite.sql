-- role_uid and inviter_uid are no foreign keys: an invite outlives both, and keeps neither from being deleted.
-- code_hash: SHA-256 of the code, in hex. The code itself is stored nowhere.
-- One index for each order of a list and each filter, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE group_invite (
  uid             VARCHAR(278) NOT NULL,
  root_uid        VARCHAR(40) NOT NULL,
  parent_uid      VARCHAR(278) NOT NULL,
  role_uid        VARCHAR(278) NOT NULL,
  email           VARCHAR(254) NOT NULL,
  single_use      BOOLEAN NOT NULL,
  expiration_time TIMESTAMP(3) NOT NULL,
  key_id          VARCHAR(32) NOT NULL,
  code_hash       VARCHAR(64) NOT NULL,
  inviter_uid     VARCHAR(278) NOT NULL,
  create_time     TIMESTAMP(3) NOT NULL,
  update_time     TIMESTAMP(3) NOT NULL,
  version         BIGINT NOT NULL,
  CONSTRAINT pk_group_invite PRIMARY KEY (uid),
  CONSTRAINT uq_group_invite_key UNIQUE (key_id),
  CONSTRAINT fk_group_invite_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_group_invite_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_group_invite_parent CHECK (parent_uid = LEFT(uid, CHAR_LENGTH(uid) - 17))
);

CREATE INDEX ix_group_invite_parent_uid ON group_invite (parent_uid, uid);
CREATE INDEX ix_group_invite_parent_create ON group_invite (parent_uid, create_time, uid);
CREATE INDEX ix_group_invite_parent_key_id ON group_invite (parent_uid, key_id, uid);
CREATE INDEX ix_group_invite_root_create ON group_invite (root_uid, create_time, uid);
CREATE INDEX ix_group_invite_root_key_id ON group_invite (root_uid, key_id, uid);
