-- The keys with which clients may send a request again without writing twice. A row is stored by the first statement of the write, and committed with it.
-- key_hash: SHA-256 of the key. The primary key is the only unique one: under READ COMMITTED, who finds its row taken locks this row, and no gap beside it.
-- request_hash: SHA-256 of everything that makes it this request and no other.
-- claim: random; the request that has stored the row knows it by that.
-- written: kind and uid of each row that was to be written, one on each line; and when it was created, if another may get its uid. Empty only before the commit, or if nothing has a uid.
-- identity_uid is no foreign key: an identity may be deleted before its keys are.
CREATE TABLE idempotency_key (
  identity_uid VARBINARY(132) NOT NULL,
  key_hash     BINARY(32) NOT NULL,
  request_hash BINARY(32) NOT NULL,
  claim        BINARY(16) NOT NULL,
  written      MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  create_time  DATETIME(3) NOT NULL,
  KEY ix_idempotency_key_create (create_time),
  CONSTRAINT pk_idempotency_key PRIMARY KEY (identity_uid, key_hash)
) ENGINE = InnoDB;
