-- How an identity is recognised: by which kind of relationship, and by which claims. relationship_version counts the changes of all that; tokens carry it.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- By subject: which identities the tokens of another one can be exchanged for.
-- One index for each order of a list and each filter, under a parent and in a whole organization. By uid in an organization is the primary key.
ALTER TABLE identity ADD COLUMN company VARCHAR(510) DEFAULT '' NOT NULL AFTER description;
ALTER TABLE identity ADD COLUMN relationship VARCHAR(17) DEFAULT 'CLAIM_MATCH' NOT NULL AFTER company;
ALTER TABLE identity ADD COLUMN relationship_version INT DEFAULT 0 NOT NULL AFTER relationship;
ALTER TABLE identity ALTER COLUMN issuer SET NULL;
ALTER TABLE identity ADD COLUMN issuer_pattern VARCHAR(2048) NULL AFTER issuer;
ALTER TABLE identity ALTER COLUMN subject SET NULL;
ALTER TABLE identity ADD COLUMN subject_pattern VARCHAR(2048) NULL AFTER subject;
ALTER TABLE identity ADD COLUMN audience VARCHAR(510) NULL AFTER subject_pattern;
ALTER TABLE identity ADD COLUMN audience_pattern VARCHAR(2048) NULL AFTER audience;
ALTER TABLE identity ADD COLUMN claims VARCHAR(500000) NULL AFTER audience_pattern;
ALTER TABLE identity ADD COLUMN claim_patterns VARCHAR(500000) NULL AFTER claims;
ALTER TABLE identity ADD COLUMN issuer_keys VARCHAR(65536) NULL AFTER claim_patterns;
ALTER TABLE identity ADD COLUMN expiration_time TIMESTAMP(3) NULL AFTER issuer_keys;
ALTER TABLE identity ADD CONSTRAINT ck_identity_relationship CHECK (relationship IN ('CLAIM_MATCH', 'STATIC_KEYS'));

CREATE INDEX ix_identity_parent_name ON identity (parent_uid, name, uid);
CREATE INDEX ix_identity_parent_create ON identity (parent_uid, create_time, uid);
CREATE INDEX ix_identity_parent_update ON identity (parent_uid, update_time, uid);
CREATE INDEX ix_identity_parent_relationship ON identity (parent_uid, relationship, uid);
CREATE INDEX ix_identity_root_name ON identity (root_uid, name, uid);
CREATE INDEX ix_identity_root_create ON identity (root_uid, create_time, uid);
CREATE INDEX ix_identity_root_update ON identity (root_uid, update_time, uid);
CREATE INDEX ix_identity_root_relationship ON identity (root_uid, relationship, uid);
CREATE INDEX ix_identity_subject ON identity (subject);
