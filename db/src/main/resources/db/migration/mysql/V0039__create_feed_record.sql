-- What a feed has published. The row outlives its feed until what it counts is purged.
-- number: by which records refer to it. owner, lease_time: the server that builds it, and until when nobody else does; null if none does.
-- start_time: when the last build that was completed began; null if none was. feed_version: the version of the feed that it has shown. sequence: that of the last record that was published.
CREATE TABLE feed_build (
  number       BIGINT NOT NULL AUTO_INCREMENT,
  feed_uid     VARBINARY(132) NOT NULL,
  owner        VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
  lease_time   DATETIME(3) NULL,
  start_time   DATETIME(3) NULL,
  feed_version BIGINT NOT NULL,
  sequence     BIGINT NOT NULL,
  CONSTRAINT pk_feed_build PRIMARY KEY (number),
  CONSTRAINT uq_feed_build_feed UNIQUE (feed_uid)
) ENGINE = InnoDB;

-- A record as a feed shows it. It stays when nothing of it is published any more, and is withdrawn then.
-- sequence: grows with each change in the feed. modified: when the feed first said it. content: the record, compressed with gzip. content_hash: SHA-256 of what it says but for modified.
CREATE TABLE feed_record (
  number       BIGINT NOT NULL AUTO_INCREMENT,
  build_number BIGINT NOT NULL,
  record_id    VARCHAR(130) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  sequence     BIGINT NOT NULL,
  modified     DATETIME(3) NOT NULL,
  withdrawn    BOOLEAN NOT NULL,
  content_hash VARBINARY(32) NOT NULL,
  content      MEDIUMBLOB NOT NULL,
  CONSTRAINT pk_feed_record PRIMARY KEY (number),
  CONSTRAINT uq_feed_record_id UNIQUE (build_number, record_id),
  CONSTRAINT uq_feed_record_sequence UNIQUE (build_number, sequence),
  CONSTRAINT fk_feed_record_build FOREIGN KEY (build_number) REFERENCES feed_build (number) ON DELETE RESTRICT
) ENGINE = InnoDB;

-- The packages that a record is about, or was: a file of an ecosystem keeps the records that were in it.
-- ecosystem: without a release. package: its name in the normal form of the ecosystem. patched: the versions that patched events in force name; an ecosystem with its release, a tab and a version in each line.
CREATE TABLE feed_package (
  build_number  BIGINT NOT NULL,
  ecosystem     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  package       VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  record_number BIGINT NOT NULL,
  patched       MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  KEY ix_feed_package_record (record_number),
  CONSTRAINT pk_feed_package PRIMARY KEY (build_number, ecosystem, package, record_number),
  CONSTRAINT fk_feed_package_record FOREIGN KEY (record_number) REFERENCES feed_record (number) ON DELETE RESTRICT
) ENGINE = InnoDB;

-- The files of a feed. ecosystem: without a release; empty for the file of all. sequence, modified: those of the record that was changed last in it.
CREATE TABLE feed_file (
  build_number BIGINT NOT NULL,
  ecosystem    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sequence     BIGINT NOT NULL,
  modified     DATETIME(3) NOT NULL,
  CONSTRAINT pk_feed_file PRIMARY KEY (build_number, ecosystem),
  CONSTRAINT fk_feed_file_build FOREIGN KEY (build_number) REFERENCES feed_build (number) ON DELETE RESTRICT
) ENGINE = InnoDB;
