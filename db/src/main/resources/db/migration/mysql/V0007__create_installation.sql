-- At most one row: written by the bootstrap, in its transaction. Two first starts at once both want it, and one of them gets it.
CREATE TABLE installation (
  id               INT NOT NULL,
  organization_uid VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  identity_uid     VARCHAR(278) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  create_time      DATETIME(3) NOT NULL,
  CONSTRAINT pk_installation PRIMARY KEY (id),
  CONSTRAINT ck_installation_single CHECK (id = 1)
) ENGINE = InnoDB;
