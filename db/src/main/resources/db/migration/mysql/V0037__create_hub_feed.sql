-- A named publication of the advisories of a group and of the groups below.
-- is_public: whether it needs no token. is_listed: whether operators have listed it, so that it speaks for the deployment.
-- namespaces: one in each line, empty for all. defaults: the type of an artifact, a tab and a namespace in each line.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE hub_feed (
  uid         VARBINARY(132) NOT NULL,
  root_uid    VARBINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NOT NULL,
  name        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  is_public   BOOLEAN NOT NULL,
  is_listed   BOOLEAN NOT NULL,
  namespaces  VARCHAR(8255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  defaults    MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  version     BIGINT NOT NULL,
  KEY ix_hub_feed_listed (is_listed, uid),
  KEY ix_hub_feed_parent_uid (parent_uid, uid),
  KEY ix_hub_feed_parent_name (parent_uid, name, uid),
  KEY ix_hub_feed_parent_create (parent_uid, create_time, uid),
  KEY ix_hub_feed_parent_update (parent_uid, update_time, uid),
  KEY ix_hub_feed_root_name (root_uid, name, uid),
  KEY ix_hub_feed_root_create (root_uid, create_time, uid),
  KEY ix_hub_feed_root_update (root_uid, update_time, uid),
  CONSTRAINT pk_hub_feed PRIMARY KEY (uid),
  CONSTRAINT uq_hub_feed_name UNIQUE (parent_uid, name),
  CONSTRAINT fk_hub_feed_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_hub_feed_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_hub_feed_parent CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8)),
  CONSTRAINT ck_hub_feed_listed CHECK (is_public OR NOT is_listed)
) ENGINE = InnoDB;
