-- A deleted tag keeps its row, and with it its uid and its history: a tag that is made again under its name goes on with them.
-- form: what the name is, of which lists show some: 0 plain, 1 with a date, 2 with an epoch; 4 more for the tag of a referrer. Null while the tag is deleted, so that no list reads it: the
--   indexes of lists, one for each order and each filter, under a parent and in a whole organization, continue with the form.
-- bundles: words separated by spaces.
-- event_time, event_id: of the last event of the registry that changed the tag.
-- Times are in microseconds, as those of events are. parent_uid is the repo, whose content outlives it until all tags are deleted.
CREATE TABLE tag (
  uid         VARBINARY(132) NOT NULL,
  root_uid    VARBINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NOT NULL,
  name        VARCHAR(128) NOT NULL,
  digest      VARCHAR(135) NULL,
  form        SMALLINT NULL,
  deleted     BOOLEAN NOT NULL,
  deprecated  BOOLEAN NOT NULL,
  bundles     VARCHAR(255) NOT NULL,
  event_time  TIMESTAMP(6) NULL,
  event_id    VARCHAR(36) NULL,
  create_time TIMESTAMP(6) NOT NULL,
  update_time TIMESTAMP(6) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_tag PRIMARY KEY (uid),
  CONSTRAINT uq_tag_name UNIQUE (parent_uid, name),
  CONSTRAINT fk_tag_parent FOREIGN KEY (parent_uid) REFERENCES repo_content (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_tag_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_tag_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8)),
  CONSTRAINT ck_tag_deleted CHECK (deleted = (form IS NULL) AND deleted = (digest IS NULL))
);

CREATE INDEX ix_tag_parent_uid ON tag (parent_uid, form, uid);
CREATE INDEX ix_tag_parent_name ON tag (parent_uid, form, name, uid);
CREATE INDEX ix_tag_parent_update ON tag (parent_uid, form, update_time, uid);
CREATE INDEX ix_tag_parent_digest ON tag (parent_uid, form, digest, uid);
CREATE INDEX ix_tag_root_uid ON tag (root_uid, form, uid);
CREATE INDEX ix_tag_root_name ON tag (root_uid, form, name, uid);
CREATE INDEX ix_tag_root_update ON tag (root_uid, form, update_time, uid);
CREATE INDEX ix_tag_root_digest ON tag (root_uid, form, digest, uid);

-- What each tag referred to, and since when. Rows are only added.
-- id: made before the first attempt of a write, which thereby recognises what it has written.
-- digest: null for a deletion. source: 0 the API. actor_uid is no foreign key: the history outlives identities.
CREATE TABLE tag_history (
  tag_uid     VARBINARY(132) NOT NULL,
  change_time TIMESTAMP(6) NOT NULL,
  id          BIGINT NOT NULL,
  digest      VARCHAR(135) NULL,
  source      SMALLINT NOT NULL,
  actor_uid   VARBINARY(132) NULL,
  CONSTRAINT pk_tag_history PRIMARY KEY (tag_uid, change_time, id),
  CONSTRAINT fk_tag_history_tag FOREIGN KEY (tag_uid) REFERENCES tag (uid) ON DELETE RESTRICT
);
