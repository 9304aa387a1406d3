-- Copies of the search texts of advisories, in narrow rows. To find the few that contain a text, all of them are read.
CREATE TABLE advisory_search (
  root_uid        VARBINARY(20) NOT NULL,
  advisory_number BIGINT NOT NULL,
  search_text     VARCHAR(15000) NOT NULL,
  CONSTRAINT pk_advisory_search PRIMARY KEY (root_uid, advisory_number),
  CONSTRAINT uq_advisory_search_number UNIQUE (advisory_number),
  CONSTRAINT fk_advisory_search_advisory FOREIGN KEY (advisory_number) REFERENCES advisory (number) ON DELETE RESTRICT
);

INSERT INTO advisory_search (root_uid, advisory_number, search_text)
SELECT root_uid, number, search_text FROM advisory ORDER BY root_uid, number;
