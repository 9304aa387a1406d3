-- How much of the limits of callers each node has given, of those of which it gave much. The other nodes take as much from theirs. Old rows go.
-- node: random id of a node, new at each of its starts.
-- policy: name of the limit.
-- holder_uid: the identity or the organization whose limit it is.
-- used: number of requests that the node has given altogether.
-- latest: how many of these were given since it wrote the row before.
-- update_time: when it was written, by the clock of the database.
CREATE TABLE rate_use (
  node        BINARY(16) NOT NULL,
  policy      VARCHAR(16) NOT NULL,
  holder_uid  VARBINARY(132) NOT NULL,
  used        BIGINT NOT NULL,
  latest      BIGINT NOT NULL,
  update_time TIMESTAMP(3) NOT NULL,
  CONSTRAINT pk_rate_use PRIMARY KEY (node, policy, holder_uid)
);

CREATE INDEX ix_rate_use_update_time ON rate_use (update_time);
