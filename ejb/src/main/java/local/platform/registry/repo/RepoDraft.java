package local.platform.registry.repo;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The fields of a repo that clients may write, without the readme, which has a version of its own.
 *
 * @param name its name, unique in its group
 * @param description its description in one line, empty for none
 * @param catalogTier its tier; empty for none
 * @param bundles the bundles that it belongs to, without duplicates
 * @param aliases other names for its tags, {@code <name>:<tag>}, without duplicates
 * @param activeTags the names of the tags that are maintained, without duplicates
 * @param syncConfig the source of its content; empty for none
 * @param customOverlay what is to be added to its images
 */
public record RepoDraft(
    String name,
    String description,
    Optional<CatalogTier> catalogTier,
    List<String> bundles,
    List<String> aliases,
    List<String> activeTags,
    Optional<SyncConfig> syncConfig,
    CustomOverlay customOverlay) {
  /** A draft without any values. */
  public static final RepoDraft EMPTY = new RepoDraft("", "");

  public RepoDraft {
    bundles = List.copyOf(new LinkedHashSet<>(bundles));
    aliases = List.copyOf(new LinkedHashSet<>(aliases));
    activeTags = List.copyOf(new LinkedHashSet<>(activeTags));
  }

  /** Creates a draft that has only a name and a description. */
  public RepoDraft(String name, String description) {
    this(
        name,
        description,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        CustomOverlay.EMPTY);
  }

  /** Returns a copy with another sync configuration. */
  RepoDraft withSyncConfig(Optional<SyncConfig> other) {
    return new RepoDraft(
        name, description, catalogTier, bundles, aliases, activeTags, other, customOverlay);
  }
}
