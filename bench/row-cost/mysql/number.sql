-- Uids as bytes. The indexes begin with a number, which a sequence gives each group, for parent and root.
CREATE TABLE resource_group (
  uid           VARBINARY(132) NOT NULL,
  number        BIGINT NOT NULL AUTO_INCREMENT,
  root_number   BIGINT NOT NULL,
  parent_number BIGINT NULL,
  name          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description   VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  kind          VARCHAR(15) CHARACTER SET ascii COLLATE ascii_bin NULL,
  create_time   DATETIME(3) NOT NULL,
  update_time   DATETIME(3) NOT NULL,
  version       BIGINT NOT NULL,
  KEY ix_resource_group_parent_uid (parent_number, uid),
  KEY ix_resource_group_parent_name (parent_number, name, uid),
  KEY ix_resource_group_parent_create (parent_number, create_time, uid),
  KEY ix_resource_group_parent_update (parent_number, update_time, uid),
  KEY ix_resource_group_root_name (root_number, name, uid),
  KEY ix_resource_group_root_create (root_number, create_time, uid),
  KEY ix_resource_group_root_update (root_number, update_time, uid),
  CONSTRAINT pk_resource_group PRIMARY KEY (uid),
  CONSTRAINT uq_resource_group_number UNIQUE (number),
  CONSTRAINT fk_resource_group_parent FOREIGN KEY (parent_number) REFERENCES resource_group (number) ON DELETE RESTRICT
) ENGINE = InnoDB;
