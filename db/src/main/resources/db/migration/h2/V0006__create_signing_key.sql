-- generation: two nodes that rotate at once both want the next one, and one of them gets it.
CREATE TABLE signing_key (
  kid           VARCHAR(43) NOT NULL,
  generation    INT NOT NULL,
  public_jwk    VARCHAR(1024) NOT NULL,
  encrypted_jwk VARCHAR(2048) NOT NULL,
  create_time   TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_signing_key PRIMARY KEY (kid),
  CONSTRAINT uq_signing_key_generation UNIQUE (generation)
);
