-- A named publication of the advisories of a group and of the groups below.
-- is_public: whether it needs no token. is_listed: whether operators have listed it, so that it speaks for the deployment.
-- namespaces: one in each line, empty for all. defaults: the type of an artifact, a tab and a namespace in each line.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- One index for each order of a list, under a parent and in a whole organization. By uid in an organization is the primary key.
CREATE TABLE hub_feed (
  uid         VARBINARY(132) NOT NULL,
  root_uid    VARBINARY(20) NOT NULL,
  parent_uid  VARBINARY(132) NOT NULL,
  name        VARCHAR(255) NOT NULL,
  description VARCHAR(2048) NOT NULL,
  is_public   BOOLEAN NOT NULL,
  is_listed   BOOLEAN NOT NULL,
  namespaces  VARCHAR(8255) NOT NULL,
  defaults    VARCHAR(20500) NOT NULL,
  create_time TIMESTAMP(3) NOT NULL,
  update_time TIMESTAMP(3) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_hub_feed PRIMARY KEY (uid),
  CONSTRAINT uq_hub_feed_name UNIQUE (parent_uid, name),
  CONSTRAINT fk_hub_feed_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_hub_feed_root CHECK (root_uid = SUBSTRING(uid FROM 1 FOR 20)),
  CONSTRAINT ck_hub_feed_parent CHECK (parent_uid = SUBSTRING(uid FROM 1 FOR OCTET_LENGTH(uid) - 8)),
  CONSTRAINT ck_hub_feed_listed CHECK (is_public OR NOT is_listed)
);

CREATE INDEX ix_hub_feed_listed ON hub_feed (is_listed, uid);
CREATE INDEX ix_hub_feed_parent_uid ON hub_feed (parent_uid, uid);
CREATE INDEX ix_hub_feed_parent_name ON hub_feed (parent_uid, name, uid);
CREATE INDEX ix_hub_feed_parent_create ON hub_feed (parent_uid, create_time, uid);
CREATE INDEX ix_hub_feed_parent_update ON hub_feed (parent_uid, update_time, uid);
CREATE INDEX ix_hub_feed_root_name ON hub_feed (root_uid, name, uid);
CREATE INDEX ix_hub_feed_root_create ON hub_feed (root_uid, create_time, uid);
CREATE INDEX ix_hub_feed_root_update ON hub_feed (root_uid, update_time, uid);
