package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageVariant.Details;

/**
 * Finds what is known of an image for each platform. What becomes known later, such as a config, is
 * found through the digests of what refers to it; nothing has to be updated for that.
 */
@Dependent
public class ImageVariants {
  private final EntityManager entityManager;

  @Inject
  public ImageVariants(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /** Returns the variants of an index, in its order; of another image, itself. */
  List<ImageVariant> of(Image image) {
    Uid repo = image.uid().parent().orElseThrow();
    return image
        .configDigest()
        .map(config -> List.of(itself(repo, image, config)))
        .orElseGet(() -> children(repo, image.uid()));
  }

  private ImageVariant itself(Uid repo, Image image, String config) {
    List<Tuple> found =
        entityManager
            .createQuery(
                """
                select c.digest as digest, c.architecture as architecture from ImageConfigEntity c
                where c.parentUid = :repo and c.digest = :digest
                """,
                Tuple.class)
            .setParameter("repo", repo)
            .setParameter("digest", config)
            .getResultList();
    return new ImageVariant(
        image.digest(),
        found.stream().flatMap(row -> text(row, "architecture").stream()).findFirst(),
        true,
        Optional.of(new Details(image.contentSize().orElseThrow(), config, !found.isEmpty())));
  }

  private List<ImageVariant> children(Uid repo, Uid index) {
    return entityManager
        .createQuery(
            """
            select c.digest as digest, c.architecture as platform, i.digest as known,
              i.contentSize as contentSize, i.configDigest as config, g.digest as knownConfig,
              g.architecture as architecture
            from ImageChildEntity c
            left join ImageEntity i on i.parentUid = :repo and i.digest = c.digest
            left join ImageConfigEntity g on g.parentUid = :repo and g.digest = i.configDigest
            where c.imageUid = :index order by c.ordinal
            """,
            Tuple.class)
        .setParameter("repo", repo)
        .setParameter("index", index)
        .getResultStream()
        .map(ImageVariants::child)
        .toList();
  }

  private static ImageVariant child(Tuple row) {
    return new ImageVariant(
        row.get("digest", String.class),
        text(row, "platform").or(() -> text(row, "architecture")),
        text(row, "known").isPresent(),
        text(row, "config")
            .map(
                config ->
                    new Details(
                        row.get("contentSize", Long.class),
                        config,
                        text(row, "knownConfig").isPresent())));
  }

  private static Optional<String> text(Tuple row, String name) {
    return Optional.ofNullable(row.get(name, String.class));
  }
}
