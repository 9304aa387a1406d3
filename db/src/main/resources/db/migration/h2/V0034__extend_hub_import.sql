-- Imports of more formats than artifacts: each has its own capabilities, and its own counts.
-- reading: the capability that reads an import; capability: the one that cancels it.
-- The list of imports is divided by reading, because callers may read those of some formats only. It continues the indexes after the root or the parent.
ALTER TABLE hub_import ADD COLUMN reading VARCHAR(64) DEFAULT 'libraries.artifacts.list' NOT NULL AFTER subject;
ALTER TABLE hub_import ADD COLUMN (
  conflicts BIGINT DEFAULT 0 NOT NULL,
  skipped   BIGINT DEFAULT 0 NOT NULL
) AFTER rejected;

CREATE INDEX ix_hub_import_parent_uid ON hub_import (parent_uid, reading, uid);
CREATE INDEX ix_hub_import_parent_create ON hub_import (parent_uid, reading, create_time, uid);
CREATE INDEX ix_hub_import_parent_subject ON hub_import (parent_uid, reading, subject, uid);
CREATE INDEX ix_hub_import_root_uid ON hub_import (root_uid, reading, uid);
CREATE INDEX ix_hub_import_root_create ON hub_import (root_uid, reading, create_time, uid);
CREATE INDEX ix_hub_import_root_subject ON hub_import (root_uid, reading, subject, uid);

-- taken: whether the record was taken all the same, so that the issue is a note.
ALTER TABLE hub_import_issue ADD COLUMN taken BOOLEAN DEFAULT FALSE NOT NULL AFTER reason;
