-- Two more ways to recognise an identity: by what AWS says about a caller, and as a service of the platform.
ALTER TABLE identity
  ADD COLUMN aws_account         VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER expiration_time,
  ADD COLUMN aws_arn             VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER aws_account,
  ADD COLUMN aws_arn_pattern     VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER aws_arn,
  ADD COLUMN aws_user_id         VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER aws_arn_pattern,
  ADD COLUMN aws_user_id_pattern VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL AFTER aws_user_id,
  ADD COLUMN service_principal   VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER aws_user_id_pattern,
  DROP CHECK ck_identity_relationship_kind,
  ADD CONSTRAINT ck_identity_relationship CHECK (relationship IN ('CLAIM_MATCH', 'STATIC_KEYS', 'AWS_IDENTITY', 'SERVICE_PRINCIPAL'));
