-- uid: that of the group whose account association it is, so that each group has at most one; parent_uid is the parent of the group, null if it is an organization.
-- The columns of a provider are null if the account association has no such provider. service_bindings, azure_client_ids: a JSON object with texts.
-- github_app_installations: a JSON object with a list of installations for the id of each app.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room, and those in JSON six times, for characters that are escaped there.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE account_association (
  uid                      VARBINARY(132) NOT NULL,
  root_uid                 VARBINARY(20) NOT NULL,
  parent_uid               VARBINARY(132) NULL,
  name                     VARCHAR(255) NOT NULL,
  description              VARCHAR(2048) NOT NULL,
  amazon_account           VARCHAR(12) NULL,
  google_project_id        VARCHAR(510) NULL,
  google_project_number    VARCHAR(510) NULL,
  service_bindings         VARCHAR(8000) NULL,
  azure_tenant_id          VARCHAR(510) NULL,
  azure_client_ids         VARCHAR(100000) NULL,
  github_app_installations VARCHAR(1000000) NULL,
  create_time              TIMESTAMP(3) NOT NULL,
  update_time              TIMESTAMP(3) NOT NULL,
  version                  BIGINT NOT NULL,
  CONSTRAINT pk_account_association PRIMARY KEY (uid),
  CONSTRAINT fk_account_association_parent FOREIGN KEY (uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_account_association_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_account_association_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8) END),
  CONSTRAINT ck_account_association_google CHECK ((google_project_id IS NULL) = (google_project_number IS NULL)),
  CONSTRAINT ck_account_association_azure CHECK ((azure_tenant_id IS NULL) = (azure_client_ids IS NULL))
);

CREATE INDEX ix_account_association_parent_uid ON account_association (parent_uid, uid);
CREATE INDEX ix_account_association_parent_name ON account_association (parent_uid, name, uid);
CREATE INDEX ix_account_association_parent_create ON account_association (parent_uid, create_time, uid);
CREATE INDEX ix_account_association_parent_update ON account_association (parent_uid, update_time, uid);
CREATE INDEX ix_account_association_root_name ON account_association (root_uid, name, uid);
CREATE INDEX ix_account_association_root_create ON account_association (root_uid, create_time, uid);
CREATE INDEX ix_account_association_root_update ON account_association (root_uid, update_time, uid);
