package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.registry.repo.RepoRepository;

/** The repository of the configs of images. */
@Dependent
public class ImageConfigRepository extends ResourceRepository<ImageConfigEntity, StoredConfig> {

  @Inject
  public ImageConfigRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        ImageConfigEntity.class,
        "ImageConfig",
        RepoRepository.PARENT,
        ImageConfigEntity::toRecord);
  }

  /** Returns those of some digests of which a repo has the config. */
  List<String> known(Uid repo, Collection<String> digests) {
    return entityManager()
        .createQuery(
            """
            select c.digest from ImageConfigEntity c
            where c.parentUid = :repo and c.digest in (:digests)
            """,
            String.class)
        .setParameter("repo", repo)
        .setParameter("digests", digests)
        .getResultList();
  }

  /** Reads the content of a config. */
  Optional<String> content(Uid repo, String digest) {
    return entityManager()
        .createQuery(
            """
            select c.content from ImageConfigEntity c
            where c.parentUid = :repo and c.digest = :digest
            """,
            String.class)
        .setParameter("repo", repo)
        .setParameter("digest", digest)
        .getResultList()
        .stream()
        .findFirst();
  }

  /** Reads some configs of a repo without their contents. */
  List<StoredConfig> some(Uid repo, int limit) {
    return entityManager()
        .createQuery(
            """
            select c.uid as uid, c.digest as digest, c.architecture as architecture,
              c.size as size, c.version as version
            from ImageConfigEntity c where c.parentUid = :repo
            """,
            Tuple.class)
        .setParameter("repo", repo)
        .setMaxResults(limit)
        .getResultStream()
        .map(ImageConfigRepository::withoutContent)
        .toList();
  }

  private static StoredConfig withoutContent(Tuple row) {
    return new StoredConfig(
        row.get("uid", Uid.class),
        row.get("digest", String.class),
        Optional.ofNullable(row.get("architecture", String.class)),
        row.get("size", Integer.class),
        row.get("version", Long.class));
  }
}
