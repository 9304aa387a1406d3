-- live_records: how many records of the source are LIVE. last_import_uid: the import that was started last. last_success_time: when one was last DONE.
ALTER TABLE hub_source
  ADD COLUMN live_records      BIGINT NOT NULL DEFAULT 0 AFTER description,
  ADD COLUMN last_import_uid   VARBINARY(132) NULL AFTER live_records,
  ADD COLUMN last_success_time DATETIME(3) NULL AFTER last_import_uid;

-- namespace: where the product comes from; empty for any, as in all that the API writes. It is a part of product_hash. purl: the package URL of the product, without a version; empty if there is none.
ALTER TABLE advisory
  ADD COLUMN namespace VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL DEFAULT '' AFTER primary_id,
  ADD COLUMN purl      VARCHAR(4096) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL DEFAULT '' AFTER namespace;

-- source_number: number of the source that says it; null if a person does. The source may be deleted.
ALTER TABLE advisory_event
  ADD COLUMN source_number BIGINT NULL AFTER parent_uid,
  ADD KEY ix_advisory_event_source (source_number, review_state, create_time, advisory_number, seq);

-- A record of a source, in its latest revision. Rows of other tables refer to it by its number.
-- key_hash: the first 16 bytes of a SHA-256 of what identifies it in the source. content_hash: SHA-256 of its bytes. state: 1 LIVE, 2 WITHDRAWN, 3 RETRACTED.
-- raw: its bytes as they came, compressed with gzip. metadata: what it says whatever the product, as JSON, compressed with gzip. severities: the part of that which lists show, as JSON.
CREATE TABLE source_record (
  number        BIGINT NOT NULL AUTO_INCREMENT,
  source_number BIGINT NOT NULL,
  key_hash      VARBINARY(16) NOT NULL,
  root_uid      VARBINARY(20) NOT NULL,
  record_id     VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  content_hash  VARBINARY(32) NOT NULL,
  state         INT NOT NULL,
  modified      DATETIME(3) NULL,
  withdrawn     DATETIME(3) NULL,
  severities    MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  metadata      MEDIUMBLOB NOT NULL,
  raw           MEDIUMBLOB NOT NULL,
  create_time   DATETIME(3) NOT NULL,
  update_time   DATETIME(3) NOT NULL,
  KEY ix_source_record_state (source_number, state, number),
  KEY ix_source_record_root_update (root_uid, update_time),
  KEY ix_source_record_root_record_id (root_uid, record_id),
  CONSTRAINT pk_source_record PRIMARY KEY (number),
  CONSTRAINT uq_source_record_key UNIQUE (source_number, key_hash),
  CONSTRAINT fk_source_record_source FOREIGN KEY (source_number) REFERENCES hub_source (number) ON DELETE RESTRICT,
  CONSTRAINT ck_source_record_state CHECK (state BETWEEN 1 AND 3)
) ENGINE = InnoDB;

-- The vulnerabilities of which records have metadata.
CREATE TABLE record_vulnerability (
  root_uid         VARBINARY(20) NOT NULL,
  vulnerability_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  record_number    BIGINT NOT NULL,
  KEY ix_record_vulnerability_record (record_number),
  CONSTRAINT pk_record_vulnerability PRIMARY KEY (root_uid, vulnerability_id, record_number),
  CONSTRAINT fk_record_vulnerability_record FOREIGN KEY (record_number) REFERENCES source_record (number) ON DELETE RESTRICT
) ENGINE = InnoDB;

-- What a record says of an advisory. form_hash: SHA-256 of the normal form of what it says. event_seq: place of the event that says so in the log. live: whether the record still says it.
CREATE TABLE record_statement (
  record_number   BIGINT NOT NULL,
  advisory_number BIGINT NOT NULL,
  status          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  form_hash       VARBINARY(32) NOT NULL,
  event_seq       INT NOT NULL,
  live            BOOLEAN NOT NULL,
  KEY ix_record_statement_advisory (advisory_number),
  CONSTRAINT pk_record_statement PRIMARY KEY (record_number, advisory_number),
  CONSTRAINT fk_record_statement_record FOREIGN KEY (record_number) REFERENCES source_record (number) ON DELETE RESTRICT,
  CONSTRAINT fk_record_statement_advisory FOREIGN KEY (advisory_number) REFERENCES advisory (number) ON DELETE RESTRICT
) ENGINE = InnoDB;
