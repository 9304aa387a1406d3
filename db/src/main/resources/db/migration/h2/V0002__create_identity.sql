-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
CREATE TABLE identity (
  uid            VARCHAR(278) NOT NULL,
  root_uid       VARCHAR(40) NOT NULL,
  parent_uid     VARCHAR(278) NOT NULL,
  name           VARCHAR(255) NOT NULL,
  description    VARCHAR(2048) NOT NULL,
  issuer         VARCHAR(2048) NOT NULL,
  subject        VARCHAR(510) NOT NULL,
  last_seen_time TIMESTAMP(3) NOT NULL,
  create_time    TIMESTAMP(3) NOT NULL,
  update_time    TIMESTAMP(3) NOT NULL,
  version        BIGINT NOT NULL,
  CONSTRAINT pk_identity PRIMARY KEY (uid),
  CONSTRAINT fk_identity_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_identity_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_identity_parent CHECK (parent_uid = LEFT(uid, CHAR_LENGTH(uid) - 17))
);

CREATE INDEX ix_identity_parent_uid ON identity (parent_uid, uid);
