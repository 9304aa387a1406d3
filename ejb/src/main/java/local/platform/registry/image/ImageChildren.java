package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/**
 * The references of all indexes. They are a part of their images, whose changes observers see;
 * therefore they are no changes of their own.
 */
@Dependent
public class ImageChildren {
  private final EntityManager entityManager;

  @Inject
  public ImageChildren(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /** Stores the references of a new image; none if it is no index. */
  void add(Write write, ImageRepository images, Uid image, List<Descriptor> children) {
    write.insertParts(
        images,
        IntStream.range(0, children.size())
            .mapToObj(i -> new ImageChildEntity(image, i, children.get(i)))
            .toList());
  }

  /** Returns whether an index of a repo refers to a digest. */
  boolean refersTo(Uid repo, String digest) {
    return !inRepo(
            "select c.digest as digest from ImageChildEntity c where c.digest = :digest and ",
            repo,
            "")
        .setParameter("digest", digest)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /**
   * Deletes references of a repo that is deleted.
   *
   * @param limit most references to delete
   * @return whether there may be more
   */
  boolean deleteSome(Write write, ImageRepository images, Uid repo, int limit) {
    List<Tuple> keys =
        inRepo(
                "select c.imageUid as image, c.ordinal as ordinal from ImageChildEntity c where ",
                repo,
                " order by c.imageUid, c.ordinal")
            .setMaxResults(limit)
            .getResultList();
    if (keys.isEmpty()) {
      return false;
    }
    Tuple last = keys.get(keys.size() - 1);
    write.deletePartsWhere(
        images,
        "ImageChildEntity",
        """
        p.imageUid >= :first and p.imageUid <= :last
          and (p.imageUid < :last or p.ordinal <= :ordinal)
        """,
        Map.of(
            "first", keys.get(0).get("image", Uid.class),
            "last", last.get("image", Uid.class),
            "ordinal", last.get("ordinal", Integer.class)));
    return keys.size() == limit;
  }

  private TypedQuery<Tuple> inRepo(String before, Uid repo, String after) {
    String text =
        before
            + "c.imageUid > :repo"
            + (repo.next().isPresent() ? " and c.imageUid < :next" : "")
            + after;
    TypedQuery<Tuple> query =
        entityManager.createQuery(text, Tuple.class).setParameter("repo", repo);
    repo.next().ifPresent(next -> query.setParameter("next", next));
    return query;
  }
}
