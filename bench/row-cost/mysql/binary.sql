-- Uids as bytes, 20 for a root and 8 for each segment, in the same indexes.
CREATE TABLE resource_group (
  uid         VARBINARY(132) NOT NULL,
  root_uid    BINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NULL,
  name        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  kind        VARCHAR(15) CHARACTER SET ascii COLLATE ascii_bin NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  version     BIGINT NOT NULL,
  KEY ix_resource_group_parent_uid (parent_uid, uid),
  KEY ix_resource_group_parent_name (parent_uid, name, uid),
  KEY ix_resource_group_parent_create (parent_uid, create_time, uid),
  KEY ix_resource_group_parent_update (parent_uid, update_time, uid),
  KEY ix_resource_group_root_name (root_uid, name, uid),
  KEY ix_resource_group_root_create (root_uid, create_time, uid),
  KEY ix_resource_group_root_update (root_uid, update_time, uid),
  CONSTRAINT pk_resource_group PRIMARY KEY (uid),
  CONSTRAINT fk_resource_group_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_resource_group_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_resource_group_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE LEFT(uid, LENGTH(uid) - 8) END)
) ENGINE = InnoDB;
