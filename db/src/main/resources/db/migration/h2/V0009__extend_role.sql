-- capabilities: the numbers of what a custom role allows, separated by blanks. What a built-in role allows is in the code.
ALTER TABLE role ADD COLUMN capabilities VARCHAR(2000) DEFAULT '' NOT NULL AFTER description;
ALTER TABLE role ADD CONSTRAINT uq_role_name UNIQUE (parent_uid, name);

CREATE INDEX ix_role_parent_name ON role (parent_uid, name, uid);
CREATE INDEX ix_role_parent_create ON role (parent_uid, create_time, uid);
CREATE INDEX ix_role_parent_update ON role (parent_uid, update_time, uid);
CREATE INDEX ix_role_root_name ON role (root_uid, name, uid);
CREATE INDEX ix_role_root_create ON role (root_uid, create_time, uid);
CREATE INDEX ix_role_root_update ON role (root_uid, update_time, uid);
