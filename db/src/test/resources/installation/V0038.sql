INSERT INTO hub_import_remains (import_number) VALUES (13);
INSERT INTO hub_source_remains (source_number) VALUES (3);
