CREATE TABLE operator (
  identity_uid VARCHAR(278) NOT NULL,
  create_time  TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_operator PRIMARY KEY (identity_uid),
  CONSTRAINT fk_operator_identity FOREIGN KEY (identity_uid) REFERENCES identity (uid) ON DELETE RESTRICT
);
