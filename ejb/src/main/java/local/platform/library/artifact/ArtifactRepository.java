package local.platform.library.artifact;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.paging.ColumnType;
import local.platform.foundation.paging.Condition.Child;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.ListSpec.Rows;
import local.platform.foundation.paging.Placement;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.paging.SortOrder;
import local.platform.foundation.persistence.InList;
import local.platform.hub.imports.ImportKind;

/** The queries of artifacts and their versions. */
@Dependent
public class ArtifactRepository {
  /** The versions of a listed artifact. */
  static final Child VERSIONS = new Child("ArtifactVersionEntity", "artifactNumber", "number");

  private static final SortField NUMBER = SortField.of("number", ColumnType.NUMBER, "number");
  private static final SortField RANK = SortField.of("versionRank", ColumnType.NUMBER, "version");

  /** The order in which the latest version comes first. */
  static final SortOrder LATEST_FIRST = new SortOrder(RANK, true);

  private final EntityManager entityManager;

  @Inject
  public ArtifactRepository(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /**
   * Returns how artifacts are listed.
   *
   * @param upstream whether versions from public registries count
   */
  ListSpec<Listed> artifacts(boolean upstream) {
    return ListSpec.of(
            "libraries.artifacts",
            "ArtifactEntity",
            new Placement.InGroup("groupUid"),
            new Rows<>(
                NUMBER,
                Listed::number,
                numbers ->
                    new InList("numbers", numbers)
                        .query(
                            entityManager,
                            "select a from ArtifactEntity a where a.number in (:numbers)",
                            ArtifactEntity.class)
                        .getResultStream()
                        .map(artifact -> new Listed(artifact.number(), artifact.show(upstream)))
                        .toList()))
        .sortableBy(List.of(SortField.NAME, SortField.CREATE_TIME, SortField.UPDATE_TIME))
        .orderedBy(new SortOrder(SortField.NAME, false))
        .partitionedBy("partition")
        .alwaysCounted()
        .build();
  }

  /** An artifact with the number by which it is listed. */
  record Listed(long number, Artifact artifact) {}

  /** Returns how the versions of an artifact are listed. */
  ListSpec<ArtifactVersion> versions(ArtifactEntity artifact) {
    return ListSpec.of(
            "libraries.artifact_versions",
            "ArtifactVersionEntity",
            new Placement.Under("artifactNumber", artifact.number()),
            new Rows<>(
                NUMBER,
                ArtifactVersion::number,
                numbers ->
                    new InList("numbers", numbers)
                        .query(
                            entityManager,
                            "select v from ArtifactVersionEntity v where v.number in (:numbers)",
                            ArtifactVersionEntity.class)
                        .getResultStream()
                        .map(version -> version.show(artifact))
                        .toList()))
        .sortableBy(List.of(RANK, SortField.CREATE_TIME))
        .orderedBy(LATEST_FIRST)
        .partitionedBy("upstream")
        .alwaysCounted()
        .build();
  }

  /** Makes imports of artifacts known. */
  @Produces
  static ImportKind imports() {
    return ArtifactFormat.KIND;
  }

  /** Finds an artifact by its id. */
  Optional<ArtifactEntity> find(ArtifactId id) {
    return entityManager
        .createQuery("select a from ArtifactEntity a where a.hash = :hash", ArtifactEntity.class)
        .setParameter("hash", id.hash().bytes())
        .getResultStream()
        .findFirst()
        .filter(artifact -> artifact.id().equals(id));
  }
}
