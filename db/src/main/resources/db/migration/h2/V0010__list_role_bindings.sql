-- One index for each order of a list and each filter, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE INDEX ix_role_binding_parent_create ON role_binding (parent_uid, create_time, uid);
CREATE INDEX ix_role_binding_parent_identity ON role_binding (parent_uid, identity_uid, uid);
CREATE INDEX ix_role_binding_parent_role ON role_binding (parent_uid, role_uid, uid);
CREATE INDEX ix_role_binding_root_create ON role_binding (root_uid, create_time, uid);
CREATE INDEX ix_role_binding_root_identity ON role_binding (root_uid, identity_uid, uid);
CREATE INDEX ix_role_binding_root_role ON role_binding (root_uid, role_uid, uid);
