-- Artifacts refer to library_content and not to their group. Deleting a group is then short: delete_time is set here, and the artifacts are deleted later, in batches, and at last this row.
-- group_uid: the group, as long as it exists, and then null; delete_time: when the group was deleted.
CREATE TABLE library_content (
  uid         VARBINARY(132) NOT NULL,
  group_uid   VARBINARY(132) NULL,
  delete_time TIMESTAMP(3) NULL,
  CONSTRAINT pk_library_content PRIMARY KEY (uid),
  CONSTRAINT uq_library_content_group UNIQUE (group_uid),
  CONSTRAINT fk_library_content_group FOREIGN KEY (group_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_library_content_delete CHECK ((group_uid IS NULL) = (delete_time IS NOT NULL))
);

CREATE INDEX ix_library_content_delete ON library_content (delete_time, uid);

INSERT INTO library_content (uid, group_uid) SELECT DISTINCT group_uid, group_uid FROM library_artifact;

ALTER TABLE library_artifact DROP CONSTRAINT fk_library_artifact_group;
ALTER TABLE library_artifact ADD CONSTRAINT fk_library_artifact_content FOREIGN KEY (group_uid) REFERENCES library_content (uid) ON DELETE RESTRICT;

-- The imports that are deleted and whose issues are not: these are deleted later, in batches, and until then refer to nothing.
CREATE TABLE hub_import_remains (
  import_number BIGINT NOT NULL,
  CONSTRAINT pk_hub_import_remains PRIMARY KEY (import_number)
);

ALTER TABLE hub_import_issue DROP CONSTRAINT fk_hub_import_issue_import;

-- The sources that are deleted and whose records are not: these are deleted later, in batches. Until then they refer to nothing that they would keep: neither to the source, nor to the advisories, which may go with their group.
CREATE TABLE hub_source_remains (
  source_number BIGINT NOT NULL,
  CONSTRAINT pk_hub_source_remains PRIMARY KEY (source_number)
);

ALTER TABLE source_record DROP CONSTRAINT fk_source_record_source;
ALTER TABLE record_statement DROP CONSTRAINT fk_record_statement_advisory;
