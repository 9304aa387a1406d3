-- How an identity is recognised: by which kind of relationship, and by which claims. relationship_version counts the changes of all that; tokens carry it.
-- By subject: which identities the tokens of another one can be exchanged for.
-- One index for each order of a list and each filter, under a parent and in a whole organization. By uid in an organization is the primary key.
ALTER TABLE identity
  ADD COLUMN company              VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL DEFAULT '' AFTER description,
  ADD COLUMN relationship         VARCHAR(17) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'CLAIM_MATCH' AFTER company,
  ADD COLUMN relationship_version INT NOT NULL DEFAULT 0 AFTER relationship,
  MODIFY COLUMN issuer            VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  ADD COLUMN issuer_pattern       VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER issuer,
  MODIFY COLUMN subject           VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  ADD COLUMN subject_pattern      VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER subject,
  ADD COLUMN audience             VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER subject_pattern,
  ADD COLUMN audience_pattern     VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER audience,
  ADD COLUMN claims               MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER audience_pattern,
  ADD COLUMN claim_patterns       MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER claims,
  ADD COLUMN issuer_keys          MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER claim_patterns,
  ADD COLUMN expiration_time      DATETIME(3) NULL AFTER issuer_keys,
  ADD CONSTRAINT ck_identity_relationship CHECK (relationship IN ('CLAIM_MATCH', 'STATIC_KEYS')),
  ADD KEY ix_identity_parent_name (parent_uid, name, uid),
  ADD KEY ix_identity_parent_create (parent_uid, create_time, uid),
  ADD KEY ix_identity_parent_update (parent_uid, update_time, uid),
  ADD KEY ix_identity_parent_relationship (parent_uid, relationship, uid),
  ADD KEY ix_identity_root_name (root_uid, name, uid),
  ADD KEY ix_identity_root_create (root_uid, create_time, uid),
  ADD KEY ix_identity_root_update (root_uid, update_time, uid),
  ADD KEY ix_identity_root_relationship (root_uid, relationship, uid),
  ADD KEY ix_identity_subject (subject);
