-- H2 counts UTF-16 units where MySQL and the rules count characters: texts have twice the room.
-- Columns get wider in place: neither rows nor indexes are written again. Every statement can be repeated.
ALTER TABLE hub_import ALTER COLUMN message SET DATA TYPE VARCHAR(2048);

ALTER TABLE hub_import_issue ALTER COLUMN record SET DATA TYPE VARCHAR(510);
ALTER TABLE hub_import_issue ALTER COLUMN field SET DATA TYPE VARCHAR(510);
ALTER TABLE hub_import_issue ALTER COLUMN description SET DATA TYPE VARCHAR(2048);

ALTER TABLE library_artifact ALTER COLUMN latest_version SET DATA TYPE VARCHAR(510);
ALTER TABLE library_artifact ALTER COLUMN description SET DATA TYPE VARCHAR(2048);
ALTER TABLE library_artifact ALTER COLUMN all_latest_version SET DATA TYPE VARCHAR(510);
ALTER TABLE library_artifact ALTER COLUMN all_description SET DATA TYPE VARCHAR(2048);

ALTER TABLE library_version ALTER COLUMN version SET DATA TYPE VARCHAR(510);
ALTER TABLE library_version ALTER COLUMN description SET DATA TYPE VARCHAR(2048);
ALTER TABLE library_version ALTER COLUMN cuda_version SET DATA TYPE VARCHAR(128);
