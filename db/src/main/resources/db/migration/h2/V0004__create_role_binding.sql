-- The unique key leads with the identity: it also serves the look-up of a caller's grants, which every request makes.
CREATE TABLE role_binding (
  uid          VARCHAR(278) NOT NULL,
  root_uid     VARCHAR(40) NOT NULL,
  parent_uid   VARCHAR(278) NOT NULL,
  identity_uid VARCHAR(278) NOT NULL,
  role_uid     VARCHAR(278) NOT NULL,
  create_time  TIMESTAMP(3) NOT NULL,
  update_time  TIMESTAMP(3) NOT NULL,
  version      BIGINT NOT NULL,
  CONSTRAINT pk_role_binding PRIMARY KEY (uid),
  CONSTRAINT uq_role_binding_grant UNIQUE (identity_uid, role_uid, parent_uid),
  CONSTRAINT fk_role_binding_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT fk_role_binding_identity FOREIGN KEY (identity_uid) REFERENCES identity (uid) ON DELETE RESTRICT,
  CONSTRAINT fk_role_binding_role FOREIGN KEY (role_uid) REFERENCES role (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_role_binding_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_role_binding_parent CHECK (parent_uid = LEFT(uid, CHAR_LENGTH(uid) - 17))
);

CREATE INDEX ix_role_binding_parent_uid ON role_binding (parent_uid, uid);
CREATE INDEX ix_role_binding_role_uid ON role_binding (role_uid, uid);
