-- Imports of more formats than artifacts: each has its own capabilities, and its own counts.
-- reading: the capability that reads an import; capability: the one that cancels it.
-- The list of imports is divided by reading, because callers may read those of some formats only. It continues the indexes after the root or the parent.
ALTER TABLE hub_import
  ADD COLUMN reading   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'libraries.artifacts.list' AFTER subject,
  ADD COLUMN conflicts BIGINT NOT NULL DEFAULT 0 AFTER rejected,
  ADD COLUMN skipped   BIGINT NOT NULL DEFAULT 0 AFTER conflicts,
  ADD KEY ix_hub_import_parent_uid (parent_uid, reading, uid),
  ADD KEY ix_hub_import_parent_create (parent_uid, reading, create_time, uid),
  ADD KEY ix_hub_import_parent_subject (parent_uid, reading, subject, uid),
  ADD KEY ix_hub_import_root_uid (root_uid, reading, uid),
  ADD KEY ix_hub_import_root_create (root_uid, reading, create_time, uid),
  ADD KEY ix_hub_import_root_subject (root_uid, reading, subject, uid);

-- taken: whether the record was taken all the same, so that the issue is a note.
ALTER TABLE hub_import_issue
  ADD COLUMN taken BOOLEAN NOT NULL DEFAULT FALSE AFTER reason;
