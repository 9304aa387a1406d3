-- number: issues refer to it, because a uid in every row would take five times the space.
-- running: 1 while the import runs, then NULL, so that a group has at most one running import of a format and subject.
-- importer_uid is no foreign key: an import outlives the identity that started it.
CREATE TABLE hub_import (
  uid             VARBINARY(132) NOT NULL,
  root_uid        VARBINARY(20) NOT NULL,
  parent_uid      VARBINARY(132) NOT NULL,
  number          BIGINT NOT NULL,
  format          VARCHAR(32) NOT NULL,
  subject         VARCHAR(32) NOT NULL,
  capability      VARCHAR(64) NOT NULL,
  complete        BOOLEAN NOT NULL,
  state           VARCHAR(16) NOT NULL,
  running         TINYINT NULL,
  message         VARCHAR(1024) NOT NULL,
  node            VARCHAR(40) NOT NULL,
  lease_time      TIMESTAMP(3) NOT NULL,
  batches         BIGINT NOT NULL,
  lines_read      BIGINT NOT NULL,
  created         BIGINT NOT NULL,
  changed         BIGINT NOT NULL,
  unchanged       BIGINT NOT NULL,
  deleted         BIGINT NOT NULL,
  retracted       BIGINT NOT NULL,
  rejected        BIGINT NOT NULL,
  bytes_read      BIGINT NOT NULL,
  bytes_total     BIGINT NOT NULL,
  importer_uid    VARBINARY(132) NOT NULL,
  end_time        TIMESTAMP(3) NULL,
  create_time     TIMESTAMP(3) NOT NULL,
  update_time     TIMESTAMP(3) NOT NULL,
  version         BIGINT NOT NULL,
  CONSTRAINT pk_hub_import PRIMARY KEY (uid),
  CONSTRAINT uq_hub_import_number UNIQUE (number),
  CONSTRAINT uq_hub_import_running UNIQUE (parent_uid, format, subject, running),
  CONSTRAINT fk_hub_import_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_hub_import_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_hub_import_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8))
);

CREATE INDEX ix_hub_import_running ON hub_import (running, lease_time);

-- The records that an import refused, in the order of the file.
CREATE TABLE hub_import_issue (
  import_number   BIGINT NOT NULL,
  ordinal         INT NOT NULL,
  line            BIGINT NOT NULL,
  reason          VARCHAR(32) NOT NULL,
  record          VARCHAR(255) NOT NULL,
  field           VARCHAR(255) NOT NULL,
  description     VARCHAR(1024) NOT NULL,
  CONSTRAINT pk_hub_import_issue PRIMARY KEY (import_number, ordinal),
  CONSTRAINT fk_hub_import_issue_import FOREIGN KEY (import_number) REFERENCES hub_import (number) ON DELETE RESTRICT
);
