-- capabilities: the numbers of what a custom role allows, separated by blanks. What a built-in role allows is in the code.
ALTER TABLE role
  ADD COLUMN capabilities VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '' AFTER description,
  ADD CONSTRAINT uq_role_name UNIQUE (parent_uid, name),
  ADD KEY ix_role_parent_name (parent_uid, name, uid),
  ADD KEY ix_role_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_role_parent_update (parent_uid, update_time, uid),
  ADD KEY ix_role_root_name (root_uid, name, uid),
  ADD KEY ix_role_root_create (root_uid, create_time, uid),
  ADD KEY ix_role_root_update (root_uid, update_time, uid);
