-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- The built-in roles are rows without a parent: uid = first 20 bytes of SHA-256 of 'platform.role:' + name. What they allow is in the code.
CREATE TABLE role (
  uid         VARCHAR(278) NOT NULL,
  root_uid    VARCHAR(40) NOT NULL,
  parent_uid  VARCHAR(278) NULL,
  name        VARCHAR(255) NOT NULL,
  description VARCHAR(2048) NOT NULL,
  create_time TIMESTAMP(3) NOT NULL,
  update_time TIMESTAMP(3) NOT NULL,
  version     BIGINT NOT NULL,
  CONSTRAINT pk_role PRIMARY KEY (uid),
  CONSTRAINT fk_role_parent FOREIGN KEY (parent_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_role_root CHECK (root_uid = LEFT(uid, 40)),
  CONSTRAINT ck_role_parent CHECK (COALESCE(parent_uid, uid) = CASE WHEN parent_uid IS NULL THEN root_uid ELSE LEFT(uid, CHAR_LENGTH(uid) - 17) END)
);

CREATE INDEX ix_role_parent_uid ON role (parent_uid, uid);

INSERT INTO role (uid, root_uid, parent_uid, name, description, create_time, update_time, version) VALUES
  ('134406a2f44a859af5c4063efcc1fcc85dbdfd9b', '134406a2f44a859af5c4063efcc1fcc85dbdfd9b', NULL, 'console_viewer', 'Console Viewer Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('a7e2f4b5a10f9f4814dc2abc35dfb9b84935b76e', 'a7e2f4b5a10f9f4814dc2abc35dfb9b84935b76e', NULL, 'viewer', 'Viewer Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('3b82bf58b819797a54058af14bdbbb5ca2ca225c', '3b82bf58b819797a54058af14bdbbb5ca2ca225c', NULL, 'editor', 'Editor Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('c70afc5a2a354b04203b721292429793db50518d', 'c70afc5a2a354b04203b721292429793db50518d', NULL, 'owner', 'Owner Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('a8aac6e266f33568494d1849768c5ad74ac19142', 'a8aac6e266f33568494d1849768c5ad74ac19142', NULL, 'limited_owner', 'Limited Owner Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('c0fc937875467e7a68517c893babaf7a13c755e8', 'c0fc937875467e7a68517c893babaf7a13c755e8', NULL, 'registry.pull', 'Registry Pull Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('29d66bed87035c4f05c987c685d5dd285954298f', '29d66bed87035c4f05c987c685d5dd285954298f', NULL, 'registry.push', 'Registry Push Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('9e2970ad5850ff3987f485b09b741a446d238bd1', '9e2970ad5850ff3987f485b09b741a446d238bd1', NULL, 'registry.pull_token_creator', 'Registry Pull Token Creator Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('a85888bfe58aa0c17d43fae5d7e1ac8dcee69bbc', 'a85888bfe58aa0c17d43fae5d7e1ac8dcee69bbc', NULL, 'apk.pull', 'APK Pull Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0),
  ('a00d84d08a3655707836feacbb172c990822f934', 'a00d84d08a3655707836feacbb172c990822f934', NULL, 'apk.push', 'APK Push Role (built-in)', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000', 0);
