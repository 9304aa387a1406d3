-- kind: what kind of organization a root group is; null for none, and for all other groups.
ALTER TABLE resource_group ADD COLUMN kind VARCHAR(15) NULL AFTER description;
ALTER TABLE resource_group ADD CONSTRAINT ck_resource_group_kind CHECK (kind IS NULL OR parent_uid IS NULL);
