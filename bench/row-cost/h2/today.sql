-- As the migrations make it: uids as text, twice in each index.
CREATE TABLE resource_group (
  uid         VARCHAR(278) NOT NULL,
  root_uid    VARCHAR(40) NOT NULL,
  parent_uid  VARCHAR(278) NULL,
  name        VARCHAR(255) NOT NULL,
  description VARCHAR(2048) NOT NULL,
  kind        VARCHAR(15) NULL,
  create_time TIMESTAMP(3) NOT NULL,
  update_time TIMESTAMP(3) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_resource_group PRIMARY KEY (uid),
  CONSTRAINT fk_resource_group_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_resource_group_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_resource_group_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE LEFT(uid, CHAR_LENGTH(uid) - 17) END)
);

CREATE INDEX ix_resource_group_parent_uid ON resource_group (parent_uid, uid);
CREATE INDEX ix_resource_group_parent_name ON resource_group (parent_uid, name, uid);
CREATE INDEX ix_resource_group_parent_create ON resource_group (parent_uid, create_time, uid);
CREATE INDEX ix_resource_group_parent_update ON resource_group (parent_uid, update_time, uid);
CREATE INDEX ix_resource_group_root_name ON resource_group (root_uid, name, uid);
CREATE INDEX ix_resource_group_root_create ON resource_group (root_uid, create_time, uid);
CREATE INDEX ix_resource_group_root_update ON resource_group (root_uid, update_time, uid);
