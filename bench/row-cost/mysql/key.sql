-- Uids as bytes. The indexes begin with eight bytes of the uid, random ones: the last of the parent's, the first of the root's. They nearly
-- always tell it alone; the range of its uids tells the rest. The foreign key takes an index of its own column.
CREATE TABLE resource_group (
  uid         VARBINARY(132) NOT NULL,
  root_key    BINARY(8) NOT NULL,
  parent_uid  VARBINARY(132) NULL,
  parent_key  BINARY(8) NULL,
  name        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  kind        VARCHAR(15) CHARACTER SET ascii COLLATE ascii_bin NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  version     BIGINT NOT NULL,
  KEY ix_resource_group_parent_uid (parent_uid, uid),
  KEY ix_resource_group_parent_name (parent_key, name, uid),
  KEY ix_resource_group_parent_create (parent_key, create_time, uid),
  KEY ix_resource_group_parent_update (parent_key, update_time, uid),
  KEY ix_resource_group_root_name (root_key, name, uid),
  KEY ix_resource_group_root_create (root_key, create_time, uid),
  KEY ix_resource_group_root_update (root_key, update_time, uid),
  CONSTRAINT pk_resource_group PRIMARY KEY (uid),
  CONSTRAINT fk_resource_group_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_resource_group_root CHECK (root_key = LEFT(uid, 8)),
  CONSTRAINT ck_resource_group_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN LEFT(uid, 20) ELSE LEFT(uid, LENGTH(uid) - 8) END),
  CONSTRAINT ck_resource_group_key CHECK ((parent_uid IS NULL) = (parent_key IS NULL) AND (parent_key IS NULL OR parent_key = SUBSTRING(uid, -16, 8)))
) ENGINE = InnoDB;
