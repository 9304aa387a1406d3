-- rules_hash: a hash of what the record was read by, the rules of the server and the settings of the source. NULL: not known.
ALTER TABLE source_record
  ADD COLUMN rules_hash VARBINARY(32) NULL AFTER content_hash;
