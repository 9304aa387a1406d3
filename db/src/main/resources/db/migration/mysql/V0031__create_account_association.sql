-- uid: that of the group whose account association it is, so that each group has at most one; parent_uid is the parent of the group, null if it is an organization.
-- The columns of a provider are null if the account association has no such provider. service_bindings, azure_client_ids: a JSON object with texts.
-- github_app_installations: a JSON object with a list of installations for the id of each app.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE account_association (
  uid                      VARBINARY(132) NOT NULL,
  root_uid                 VARBINARY(20) NOT NULL,
  parent_uid               VARBINARY(132) NULL,
  name                     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description              VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  amazon_account           VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NULL,
  google_project_id        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  google_project_number    VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  service_bindings         VARCHAR(8000) CHARACTER SET ascii COLLATE ascii_bin NULL,
  azure_tenant_id          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  azure_client_ids         MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  github_app_installations MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  create_time              DATETIME(3) NOT NULL,
  update_time              DATETIME(3) NOT NULL,
  version                  BIGINT NOT NULL,
  KEY ix_account_association_parent_uid (parent_uid, uid),
  KEY ix_account_association_parent_name (parent_uid, name, uid),
  KEY ix_account_association_parent_create (parent_uid, create_time, uid),
  KEY ix_account_association_parent_update (parent_uid, update_time, uid),
  KEY ix_account_association_root_name (root_uid, name, uid),
  KEY ix_account_association_root_create (root_uid, create_time, uid),
  KEY ix_account_association_root_update (root_uid, update_time, uid),
  CONSTRAINT pk_account_association PRIMARY KEY (uid),
  CONSTRAINT fk_account_association_parent FOREIGN KEY (uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_account_association_root CHECK (root_uid = LEFT(uid, 20)),
  CONSTRAINT ck_account_association_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE LEFT(uid, LENGTH(uid) - 8) END),
  CONSTRAINT ck_account_association_google CHECK ((google_project_id IS NULL) = (google_project_number IS NULL)),
  CONSTRAINT ck_account_association_azure CHECK ((azure_tenant_id IS NULL) = (azure_client_ids IS NULL))
) ENGINE = InnoDB;
