-- What is known of a manifest that was uploaded. It never changes: the digest is computed from the bytes.
-- content_size: of config and layers together, in bytes; with config_digest null for an index, which has neither.
-- parent_uid is the repo, whose content outlives it until all images are deleted.
CREATE TABLE image (
  uid           VARBINARY(132) NOT NULL,
  root_uid      VARBINARY(20) NOT NULL,
  parent_uid    VARBINARY(132) NOT NULL,
  digest        VARCHAR(135) NOT NULL,
  media_type    VARCHAR(64) NOT NULL,
  manifest_size INT NOT NULL,
  content_size  BIGINT NULL,
  config_digest VARCHAR(135) NULL,
  create_time   TIMESTAMP(3) NOT NULL,
  update_time   TIMESTAMP(3) NOT NULL,
  version       BIGINT NOT NULL,
  CONSTRAINT pk_image PRIMARY KEY (uid),
  CONSTRAINT uq_image_digest UNIQUE (parent_uid, digest),
  CONSTRAINT fk_image_parent FOREIGN KEY (parent_uid) REFERENCES repo_content (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_image_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_image_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8)),
  CONSTRAINT ck_image_config CHECK ((content_size IS NULL) = (config_digest IS NULL))
);

-- The manifests to which an index refers, in its order. They need not be there: digest is no foreign key.
-- architecture: with a slash and the variant where there is one; null if the index does not say.
CREATE TABLE image_child (
  image_uid    VARBINARY(132) NOT NULL,
  ordinal      INT NOT NULL,
  digest       VARCHAR(135) NOT NULL,
  architecture VARCHAR(65) NULL,
  CONSTRAINT pk_image_child PRIMARY KEY (image_uid, ordinal),
  CONSTRAINT fk_image_child_image FOREIGN KEY (image_uid) REFERENCES image (uid) ON DELETE RESTRICT
);

CREATE INDEX ix_image_child_digest ON image_child (digest, image_uid);

-- The configs of the images of a repo, each once, however many refer to it. In a table of their own, because images are read and deleted without them.
-- architecture: with a slash and the variant where there is one; null if the config names none.
-- size: of the content, in bytes. content: the exact text.
CREATE TABLE image_config (
  uid          VARBINARY(132) NOT NULL,
  root_uid     VARBINARY(20) NOT NULL,
  parent_uid   VARBINARY(132) NOT NULL,
  digest       VARCHAR(135) NOT NULL,
  architecture VARCHAR(65) NULL,
  size         INT NOT NULL,
  content      CHARACTER LARGE OBJECT NOT NULL,
  create_time  TIMESTAMP(3) NOT NULL,
  update_time  TIMESTAMP(3) NOT NULL,
  version      BIGINT NOT NULL,
  CONSTRAINT pk_image_config PRIMARY KEY (uid),
  CONSTRAINT uq_image_config_digest UNIQUE (parent_uid, digest),
  CONSTRAINT fk_image_config_parent FOREIGN KEY (parent_uid) REFERENCES repo_content (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_image_config_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_image_config_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8))
);
