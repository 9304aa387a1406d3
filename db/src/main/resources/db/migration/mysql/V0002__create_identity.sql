CREATE TABLE identity (
  uid            VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  root_uid       VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  parent_uid     VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name           VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description    VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  issuer         VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  subject        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  last_seen_time DATETIME(3) NOT NULL,
  create_time    DATETIME(3) NOT NULL,
  update_time    DATETIME(3) NOT NULL,
  version        BIGINT NOT NULL,
  KEY ix_identity_parent_uid (parent_uid, uid),
  CONSTRAINT pk_identity PRIMARY KEY (uid),
  CONSTRAINT fk_identity_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_identity_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_identity_parent CHECK (parent_uid = LEFT(uid, CHAR_LENGTH(uid) - 17))
) ENGINE = InnoDB;
