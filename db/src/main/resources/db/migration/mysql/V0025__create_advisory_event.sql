-- An event in the log of an advisory. The primary key is not the uid, so that the other indexes are small and the log of an advisory is in one place.
-- seq: its place in the log, from 1. type: number of the type of event. data: what the event says, as JSON. size: what it takes in a message, in bytes, without findings.
-- review_state: number of the state; null if the event needs no review. writers: uids of all identities that have written it, separated by blanks.
-- ix_advisory_event_summary has all that is summed up of the events of an advisory.
CREATE TABLE advisory_event (
  advisory_number BIGINT NOT NULL,
  seq             INT NOT NULL,
  uid             VARBINARY(132) NOT NULL,
  root_uid        VARBINARY(20) NOT NULL,
  parent_uid      VARBINARY(132) NOT NULL,
  type            INT NOT NULL,
  data            MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  findings        MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  findings_size   INT NOT NULL,
  size            INT NOT NULL,
  author          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  author_uid      VARBINARY(132) NOT NULL,
  writers         MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reviewer        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  reviewer_uid    VARBINARY(132) NULL,
  review_state    INT NULL,
  issue           VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  create_time     DATETIME(3) NOT NULL,
  update_time     DATETIME(3) NOT NULL,
  version         BIGINT NOT NULL,
  KEY ix_advisory_event_root_author (root_uid, author, advisory_number),
  KEY ix_advisory_event_root_reviewer (root_uid, reviewer, advisory_number),
  KEY ix_advisory_event_summary (advisory_number, seq, type, review_state, size),
  CONSTRAINT pk_advisory_event PRIMARY KEY (advisory_number, seq),
  CONSTRAINT uq_advisory_event_uid UNIQUE (uid),
  CONSTRAINT fk_advisory_event_parent FOREIGN KEY (advisory_number) REFERENCES advisory (number) ON DELETE RESTRICT,
  CONSTRAINT ck_advisory_event_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_advisory_event_parent CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8))
) ENGINE = InnoDB;
