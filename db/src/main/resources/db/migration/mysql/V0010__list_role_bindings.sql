-- One index for each order of a list and each filter, under a parent and in a whole organization. By uid in an organization is the primary key.
ALTER TABLE role_binding
  ADD KEY ix_role_binding_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_role_binding_parent_identity (parent_uid, identity_uid, uid),
  ADD KEY ix_role_binding_parent_role (parent_uid, role_uid, uid),
  ADD KEY ix_role_binding_root_create (root_uid, create_time, uid),
  ADD KEY ix_role_binding_root_identity (root_uid, identity_uid, uid),
  ADD KEY ix_role_binding_root_role (root_uid, role_uid, uid);
