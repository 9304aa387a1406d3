-- With which name the pull names of an organization begin instead of its uid. group_uid is no foreign key: while tombstones begin with it, it outlives its organization.
CREATE TABLE registry_namespace (
  name        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  group_uid   VARBINARY(20) NOT NULL,
  create_time DATETIME(3) NOT NULL,
  CONSTRAINT pk_registry_namespace PRIMARY KEY (name),
  CONSTRAINT uq_registry_namespace_group UNIQUE (group_uid)
) ENGINE = InnoDB;

-- What lies in a repo refers to repo_content and not to repo. Deleting a repo is then short: its row goes at once, delete_time is set here, and what lies in it is deleted later, in
-- batches, and at last this row.
-- delete_time: when the repo was deleted, null while it exists.
CREATE TABLE repo_content (
  uid         VARBINARY(132) NOT NULL,
  delete_time DATETIME(3) NULL,
  KEY ix_repo_content_delete (delete_time, uid),
  CONSTRAINT pk_repo_content PRIMARY KEY (uid)
) ENGINE = InnoDB;

-- pull_name: the name in the registry, fixed when the repo is created.
-- namespace: with which pull_name begins; null if it begins with the uid of the organization.
-- bundles, aliases, active_tags: words separated by spaces.
-- sync_source_uid: null if the repo has no sync configuration. No foreign key, so that the source can be deleted; the configuration outlives it.
-- custom_overlay: a JSON object, null if there is none.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key; by name under a parent is unique.
CREATE TABLE repo (
  uid                  VARBINARY(132) NOT NULL,
  root_uid             VARBINARY(20) NOT NULL,
  parent_uid           VARBINARY(132) NOT NULL,
  name                 VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  pull_name            VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  namespace            VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  description          VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  catalog_tier         VARCHAR(11) CHARACTER SET ascii COLLATE ascii_bin NULL,
  bundles              VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  aliases              MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active_tags          MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sync_source_uid      VARBINARY(132) NULL,
  sync_expiration_time DATETIME(3) NULL,
  sync_google          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  sync_amazon          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  sync_azure           VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  custom_overlay       MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  create_time          DATETIME(3) NOT NULL,
  update_time          DATETIME(3) NOT NULL,
  version              BIGINT NOT NULL,
  KEY ix_repo_namespace (namespace),
  KEY ix_repo_parent_uid (parent_uid, uid),
  KEY ix_repo_parent_name (parent_uid, name, uid),
  KEY ix_repo_parent_create (parent_uid, create_time, uid),
  KEY ix_repo_parent_update (parent_uid, update_time, uid),
  KEY ix_repo_root_name (root_uid, name, uid),
  KEY ix_repo_root_create (root_uid, create_time, uid),
  KEY ix_repo_root_update (root_uid, update_time, uid),
  CONSTRAINT pk_repo PRIMARY KEY (uid),
  CONSTRAINT uq_repo_name UNIQUE (parent_uid, name),
  CONSTRAINT uq_repo_pull_name UNIQUE (pull_name),
  CONSTRAINT fk_repo_content FOREIGN KEY (uid) REFERENCES repo_content (uid) ON DELETE RESTRICT,
  CONSTRAINT fk_repo_namespace FOREIGN KEY (namespace) REFERENCES registry_namespace (name) ON DELETE RESTRICT,
  CONSTRAINT fk_repo_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_repo_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_repo_parent CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8)),
  CONSTRAINT ck_repo_sync CHECK ((sync_source_uid IS NULL) = (sync_expiration_time IS NULL))
) ENGINE = InnoDB;

-- The readme of each repo, empty if it has none. It has a version of its own.
CREATE TABLE repo_readme (
  uid         VARBINARY(132) NOT NULL,
  root_uid    VARBINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NOT NULL,
  content     MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_repo_readme PRIMARY KEY (uid),
  CONSTRAINT fk_repo_readme_repo FOREIGN KEY (uid) REFERENCES repo (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_repo_readme_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_repo_readme_parent CHECK (parent_uid = LEFT(uid, LENGTH(uid) - 8))
) ENGINE = InnoDB;
