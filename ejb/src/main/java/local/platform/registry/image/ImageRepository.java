package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.registry.repo.RepoRepository;

/** The repository of images. */
@Dependent
public class ImageRepository extends ResourceRepository<ImageEntity, Image> {
  /** The name of an image in errors. */
  static final String KIND = "Image";

  @Inject
  public ImageRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        ImageEntity.class,
        KIND,
        RepoRepository.PARENT,
        ImageEntity::toRecord);
  }

  /** Finds an image of a repo that exists. */
  Optional<Image> find(Uid repo, String digest) {
    return entityManager()
        .createQuery(
            """
            select i from ImageEntity i where i.parentUid = :repo and i.digest = :digest
              and exists (select r.uid from RepoEntity r where r.uid = :repo)
            """,
            ImageEntity.class)
        .setParameter("repo", repo)
        .setParameter("digest", digest)
        .getResultList()
        .stream()
        .findFirst()
        .map(this::show);
  }

  /** Returns the media types of the images of a repo with these digests, by digest. */
  Map<String, String> mediaTypes(Uid repo, Collection<String> digests) {
    return entityManager()
        .createQuery(
            """
            select i.digest as digest, i.mediaType as mediaType from ImageEntity i
            where i.parentUid = :repo and i.digest in (:digests)
            """,
            Tuple.class)
        .setParameter("repo", repo)
        .setParameter("digests", digests)
        .getResultStream()
        .collect(
            Collectors.toMap(
                row -> row.get("digest", String.class), row -> row.get("mediaType", String.class)));
  }

  /**
   * Counts the images in a repo, or in all repos below a group.
   *
   * @param deleted the repos whose images do not count
   */
  long count(Uid top, Collection<Uid> deleted) {
    String text =
        "select count(i) from ImageEntity i where i.parentUid >= :top"
            + (top.next().isPresent() ? " and i.parentUid < :next" : "")
            + (deleted.isEmpty() ? "" : " and i.parentUid not in (:deleted)");
    TypedQuery<Long> query = entityManager().createQuery(text, Long.class).setParameter("top", top);
    top.next().ifPresent(next -> query.setParameter("next", next));
    if (!deleted.isEmpty()) {
      query.setParameter("deleted", deleted);
    }
    return query.getSingleResult();
  }

  /** Reads some images of a repo. */
  List<Image> some(Uid repo, int limit) {
    return entityManager()
        .createQuery("select i from ImageEntity i where i.parentUid = :repo", ImageEntity.class)
        .setParameter("repo", repo)
        .setMaxResults(limit)
        .getResultStream()
        .map(this::show)
        .toList();
  }
}
