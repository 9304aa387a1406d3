-- Where transactions leave the times of their changes, of rows of which a list tells what has changed since a time. Each takes one slot and holds it until its end, so nobody
-- waits unless two take the same one. Who reads both what is committed and what is not sees which transactions are open, and their times.
-- root_uid: the organization in which the transaction changed something.
-- micros: microseconds since 1970 in UTC, of the last transaction that took the slot. What there is already counts as changed until now.
CREATE TABLE change_slot (
  id       INT NOT NULL,
  root_uid VARBINARY(20) NULL,
  micros   BIGINT NOT NULL,
  CONSTRAINT pk_change_slot PRIMARY KEY (id)
);

INSERT INTO change_slot (id, micros)
SELECT x, CASE WHEN EXISTS (SELECT 1 FROM tag) THEN CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT) ELSE 0 END
FROM SYSTEM_RANGE(0, 63);
