-- Which issuers of tokens were fetched successfully for an organization. What is left of an organization that was deleted goes at the next start.
CREATE TABLE proven_issuer (
  organization_uid VARCHAR(40) NOT NULL,
  issuer           VARCHAR(1024) NOT NULL,
  create_time      TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_proven_issuer PRIMARY KEY (organization_uid, issuer)
);

CREATE INDEX ix_proven_issuer_issuer ON proven_issuer (issuer);
