-- Two more ways to recognise an identity: by what AWS says about a caller, and as a service of the platform.
-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- H2 writes the table again for a new column, so all are added by one statement.
ALTER TABLE identity ADD COLUMN (
  aws_account         VARCHAR(12) NULL,
  aws_arn             VARCHAR(2048) NULL,
  aws_arn_pattern     VARCHAR(2048) NULL,
  aws_user_id         VARCHAR(510) NULL,
  aws_user_id_pattern VARCHAR(2048) NULL,
  service_principal   VARCHAR(32) NULL
) AFTER expiration_time;
ALTER TABLE identity DROP CONSTRAINT ck_identity_relationship_kind;
ALTER TABLE identity ADD CONSTRAINT ck_identity_relationship CHECK (relationship IN ('CLAIM_MATCH', 'STATIC_KEYS', 'AWS_IDENTITY', 'SERVICE_PRINCIPAL'));
