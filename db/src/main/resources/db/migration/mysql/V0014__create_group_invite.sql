-- role_uid and inviter_uid are no foreign keys: an invite outlives both, and keeps neither from being deleted.
-- key_id is compared with whatever a client asks for, and a column in ASCII refuses other characters.
-- code_hash: SHA-256 of the code, in hex. The code itself is stored nowhere.
-- One index for each order of a list and each filter, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE group_invite (
  uid             VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  root_uid        VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  parent_uid      VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  role_uid        VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  email           VARCHAR(254) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  single_use      BOOLEAN NOT NULL,
  expiration_time DATETIME(3) NOT NULL,
  key_id          VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  code_hash       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  inviter_uid     VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  create_time     DATETIME(3) NOT NULL,
  update_time     DATETIME(3) NOT NULL,
  version         BIGINT NOT NULL,
  KEY ix_group_invite_parent_uid (parent_uid, uid),
  KEY ix_group_invite_parent_create (parent_uid, create_time, uid),
  KEY ix_group_invite_parent_key_id (parent_uid, key_id, uid),
  KEY ix_group_invite_root_create (root_uid, create_time, uid),
  KEY ix_group_invite_root_key_id (root_uid, key_id, uid),
  CONSTRAINT pk_group_invite PRIMARY KEY (uid),
  CONSTRAINT uq_group_invite_key UNIQUE (key_id),
  CONSTRAINT fk_group_invite_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_group_invite_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_group_invite_parent CHECK (parent_uid = LEFT(uid, CHAR_LENGTH(uid) - 17))
) ENGINE = InnoDB;
