-- Uids as bytes. The indexes begin with eight bytes of the uid, random ones: the last of the parent's, the first of the root's. They nearly
-- always tell it alone; the range of its uids tells the rest. The foreign key takes an index of its own column.
CREATE TABLE resource_group (
  uid         VARBINARY(132) NOT NULL,
  root_key    BINARY(8) NOT NULL,
  parent_uid  VARBINARY(132) NULL,
  parent_key  BINARY(8) NULL,
  name        VARCHAR(255) NOT NULL,
  description VARCHAR(2048) NOT NULL,
  kind        VARCHAR(15) NULL,
  create_time TIMESTAMP(3) NOT NULL,
  update_time TIMESTAMP(3) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_resource_group PRIMARY KEY (uid),
  CONSTRAINT fk_resource_group_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_resource_group_root CHECK (root_key = SUBSTRING(uid FROM 1 FOR 8)),
  CONSTRAINT ck_resource_group_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN SUBSTRING(uid FROM 1 FOR 20) ELSE SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8) END),
  CONSTRAINT ck_resource_group_key CHECK ((parent_uid IS NULL) = (parent_key IS NULL) AND (parent_key IS NULL OR parent_key = SUBSTRING(uid FROM OCTET_LENGTH(uid) - 15 FOR 8)))
);

CREATE INDEX ix_resource_group_parent_uid ON resource_group (parent_uid, uid);
CREATE INDEX ix_resource_group_parent_name ON resource_group (parent_key, name, uid);
CREATE INDEX ix_resource_group_parent_create ON resource_group (parent_key, create_time, uid);
CREATE INDEX ix_resource_group_parent_update ON resource_group (parent_key, update_time, uid);
CREATE INDEX ix_resource_group_root_name ON resource_group (root_key, name, uid);
CREATE INDEX ix_resource_group_root_create ON resource_group (root_key, create_time, uid);
CREATE INDEX ix_resource_group_root_update ON resource_group (root_key, update_time, uid);
