-- An event in the log of an advisory. The primary key is not the uid, so that the other indexes are small and the log of an advisory is in one place.
-- seq: its place in the log, from 1. type: number of the type of event. data: what the event says, as JSON. size: what it takes in a message, in bytes, without findings.
-- review_state: number of the state; null if the event needs no review. writers: uids of all identities that have written it, separated by blanks.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- ix_advisory_event_summary has all that is summed up of the events of an advisory.
CREATE TABLE advisory_event (
  advisory_number BIGINT NOT NULL,
  seq             INT NOT NULL,
  uid             VARBINARY(132) NOT NULL,
  root_uid        VARBINARY(20) NOT NULL,
  parent_uid      VARBINARY(132) NOT NULL,
  type            INT NOT NULL,
  data            VARCHAR(65536) NOT NULL,
  findings        VARCHAR(262144) NOT NULL,
  findings_size   INT NOT NULL,
  size            INT NOT NULL,
  author          VARCHAR(510) NOT NULL,
  author_uid      VARBINARY(132) NOT NULL,
  writers         VARCHAR(1000000) NOT NULL,
  reviewer        VARCHAR(510) NULL,
  reviewer_uid    VARBINARY(132) NULL,
  review_state    INT NULL,
  issue           VARCHAR(2048) NULL,
  create_time     TIMESTAMP(3) NOT NULL,
  update_time     TIMESTAMP(3) NOT NULL,
  version         BIGINT NOT NULL,
  CONSTRAINT pk_advisory_event PRIMARY KEY (advisory_number, seq),
  CONSTRAINT uq_advisory_event_uid UNIQUE (uid),
  CONSTRAINT fk_advisory_event_parent FOREIGN KEY (advisory_number) REFERENCES advisory (number) ON DELETE RESTRICT,
  CONSTRAINT ck_advisory_event_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_advisory_event_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8))
);

CREATE INDEX ix_advisory_event_root_author ON advisory_event (root_uid, author, advisory_number);
CREATE INDEX ix_advisory_event_root_reviewer ON advisory_event (root_uid, reviewer, advisory_number);
CREATE INDEX ix_advisory_event_summary ON advisory_event (advisory_number, seq, type, review_state, size);
