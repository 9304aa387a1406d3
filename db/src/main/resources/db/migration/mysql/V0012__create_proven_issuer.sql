-- Which issuers of tokens were fetched successfully for an organization. What is left of an organization that was deleted goes at the next start.
CREATE TABLE proven_issuer (
  organization_uid VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  issuer           VARCHAR(1024) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  create_time      DATETIME(3) NOT NULL,
  KEY ix_proven_issuer_issuer (issuer),
  CONSTRAINT pk_proven_issuer PRIMARY KEY (organization_uid, issuer)
) ENGINE = InnoDB;
