-- Where transactions leave the times of their changes, of rows of which a list tells what has changed since a time. Each takes one slot and holds it until its end, so nobody
-- waits unless two take the same one. Who reads both what is committed and what is not sees which transactions are open, and their times.
-- root_uid: the organization in which the transaction changed something.
-- micros: microseconds since 1970 in UTC, of the last transaction that took the slot. What there is already counts as changed until now.
CREATE TABLE change_slot (
  id       INT NOT NULL,
  root_uid VARBINARY(20) NULL,
  micros   BIGINT NOT NULL,
  CONSTRAINT pk_change_slot PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO change_slot (id, micros)
WITH RECURSIVE slots (id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM slots WHERE id < 63)
SELECT id, CASE WHEN EXISTS (SELECT 1 FROM tag) THEN CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED) ELSE 0 END
FROM slots;
