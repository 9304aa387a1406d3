-- The pull names of deleted repos, which only their own groups can use again. No foreign keys to repo and group, because a tombstone outlives both.
-- namespace: with which pull_name begins; null if it begins with the uid of the organization.
CREATE TABLE tombstone (
  pull_name   VARCHAR(255) NOT NULL,
  namespace   VARCHAR(64) NULL,
  repo_uid    VARBINARY(132) NOT NULL,
  group_uid   VARBINARY(132) NOT NULL,
  delete_time TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_tombstone PRIMARY KEY (pull_name),
  CONSTRAINT uq_tombstone_repo UNIQUE (repo_uid),
  CONSTRAINT fk_tombstone_namespace FOREIGN KEY (namespace) REFERENCES registry_namespace (name) ON DELETE RESTRICT
);

CREATE INDEX ix_tombstone_namespace ON tombstone (namespace);
