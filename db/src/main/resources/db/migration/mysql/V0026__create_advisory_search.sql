-- Copies of the search texts of advisories, in narrow rows that lie together for each organization. To find the few that contain a text, all of them are read.
-- This migration can be repeated after it was stopped halfway. The first time there is no table to drop; without this the log would have a warning.
SET sql_notes = 0;
DROP TABLE IF EXISTS advisory_search;
SET sql_notes = DEFAULT;

CREATE TABLE advisory_search (
  root_uid        VARBINARY(20) NOT NULL,
  advisory_number BIGINT NOT NULL,
  search_text     TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  CONSTRAINT pk_advisory_search PRIMARY KEY (root_uid, advisory_number),
  CONSTRAINT uq_advisory_search_number UNIQUE (advisory_number),
  CONSTRAINT fk_advisory_search_advisory FOREIGN KEY (advisory_number) REFERENCES advisory (number) ON DELETE RESTRICT
) ENGINE = InnoDB;

INSERT INTO advisory_search (root_uid, advisory_number, search_text)
SELECT root_uid, number, search_text FROM advisory ORDER BY root_uid, number;
