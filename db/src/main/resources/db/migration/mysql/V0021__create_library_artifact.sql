-- hash: of group, ecosystem and name; the id that clients see is made of it. Versions refer to the number, which is shorter.
-- shelf: the ecosystem, with '-upstream' behind it if all versions come from an upstream registry. Lists that leave those out read one shelf of each ecosystem.
-- The columns from latest_version to update_time are about the versions that do not come from an upstream registry, those with all_ about all. On a shelf of upstream artifacts the times of the former are those of the latter.
-- The group is in the indexes of lists so that visibility is decided there.
CREATE TABLE library_artifact (
  number             BIGINT NOT NULL AUTO_INCREMENT,
  hash               VARBINARY(20) NOT NULL,
  root_uid           VARBINARY(20) NOT NULL,
  group_uid          VARBINARY(132) NOT NULL,
  ecosystem          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shelf              VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name               VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  remediated         BOOLEAN NOT NULL,
  latest_version     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  description        VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  version_count      INT NOT NULL,
  create_time        DATETIME(3) NOT NULL,
  update_time        DATETIME(3) NOT NULL,
  all_latest_version VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  all_description    VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  all_version_count  INT NOT NULL,
  all_create_time    DATETIME(3) NOT NULL,
  all_update_time    DATETIME(3) NOT NULL,
  KEY ix_library_artifact_group (group_uid, ecosystem, number),
  KEY ix_library_artifact_root_name (root_uid, shelf, name, number, group_uid),
  KEY ix_library_artifact_root_create (root_uid, shelf, create_time, number, group_uid),
  KEY ix_library_artifact_root_update (root_uid, shelf, update_time, number, group_uid),
  CONSTRAINT pk_library_artifact PRIMARY KEY (number),
  CONSTRAINT uq_library_artifact_hash UNIQUE (hash),
  CONSTRAINT fk_library_artifact_group FOREIGN KEY (group_uid) REFERENCES resource_group (uid) ON DELETE RESTRICT,
  CONSTRAINT ck_library_artifact_root CHECK (root_uid = LEFT(group_uid, 20))
) ENGINE = InnoDB;

-- hash: of the artifact's hash, the version and the source type.
-- version_rank: the place in the ecosystem's order of versions. A new version gets a rank between those of its neighbours, so that the others keep theirs.
CREATE TABLE library_version (
  number          BIGINT NOT NULL AUTO_INCREMENT,
  artifact_number BIGINT NOT NULL,
  hash            VARBINARY(20) NOT NULL,
  version         VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  source_type     VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  upstream        BOOLEAN NOT NULL,
  version_rank    BIGINT NOT NULL,
  description     VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  size_bytes      BIGINT NULL,
  publish_time    DATETIME(3) NULL,
  cuda_version    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NULL,
  malicious       BOOLEAN NULL,
  create_time     DATETIME(3) NOT NULL,
  update_time     DATETIME(3) NOT NULL,
  KEY ix_library_version_artifact_version_rank (artifact_number, upstream, version_rank, number),
  KEY ix_library_version_artifact_create (artifact_number, upstream, create_time, number),
  KEY ix_library_version_artifact_cuda (artifact_number, cuda_version),
  CONSTRAINT pk_library_version PRIMARY KEY (number),
  CONSTRAINT uq_library_version_hash UNIQUE (hash),
  CONSTRAINT fk_library_version_artifact FOREIGN KEY (artifact_number) REFERENCES library_artifact (number) ON DELETE RESTRICT
) ENGINE = InnoDB;
