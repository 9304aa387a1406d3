-- A source of records about vulnerabilities, such as a public database, whose files are imported into its group.
-- number: by which records and events refer to it, which takes less space in their indexes than its uid. ecosystems: one in each line.
-- approver, approver_uid: the name and the uid of the identity that has last approved it; null while its review is PENDING.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE hub_source (
  uid          VARBINARY(132) NOT NULL,
  root_uid     VARBINARY(20) NOT NULL,
  parent_uid   VARBINARY(132) NOT NULL,
  number       BIGINT NOT NULL AUTO_INCREMENT,
  name         VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  format       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  ecosystems   VARCHAR(4200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  namespace    VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  source_rank  INT NOT NULL,
  review       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  approver     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  approver_uid VARBINARY(132) NULL,
  description  VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  create_time  DATETIME(3) NOT NULL,
  update_time  DATETIME(3) NOT NULL,
  version      BIGINT NOT NULL,
  KEY ix_hub_source_parent_uid (parent_uid, uid),
  KEY ix_hub_source_parent_name (parent_uid, name, uid),
  KEY ix_hub_source_parent_create (parent_uid, create_time, uid),
  KEY ix_hub_source_parent_update (parent_uid, update_time, uid),
  KEY ix_hub_source_root_name (root_uid, name, uid),
  KEY ix_hub_source_root_create (root_uid, create_time, uid),
  KEY ix_hub_source_root_update (root_uid, update_time, uid),
  CONSTRAINT pk_hub_source PRIMARY KEY (uid),
  CONSTRAINT uq_hub_source_number UNIQUE (number),
  CONSTRAINT uq_hub_source_name UNIQUE (parent_uid, name),
  CONSTRAINT fk_hub_source_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_hub_source_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_hub_source_parent CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8)),
  CONSTRAINT ck_hub_source_rank CHECK (source_rank BETWEEN 0 AND 99),
  CONSTRAINT ck_hub_source_review CHECK (review IN ('PENDING', 'APPROVED')),
  CONSTRAINT ck_hub_source_approver CHECK ((review = 'APPROVED') = (approver_uid IS NOT NULL) AND (review = 'APPROVED') = (approver IS NOT NULL))
) ENGINE = InnoDB;
