package local.platform.registry.image;

import java.util.Map;
import java.util.Optional;

/** Reads the architecture and the variant of an object that has both as members. */
final class PlatformParts {
  private static final String ARCHITECTURE = "architecture";
  private static final String VARIANT = "variant";

  private final JsonReader json;
  private String architecture = "";
  private String variant = "";

  PlatformParts(JsonReader json) {
    this.json = json;
  }

  /** Returns the readers of these two members. */
  Map<String, Runnable> readers() {
    return Map.of(
        ARCHITECTURE,
        () -> architecture = json.text().orElse(""),
        VARIANT,
        () -> variant = json.text().orElse(""));
  }

  /**
   * Returns the name of the architecture, after checking it; empty if there is none.
   *
   * @param path where the members are in the object that is being read: empty, or ending with a dot
   */
  Optional<String> name(String path) {
    check(path + ARCHITECTURE, architecture);
    check(path + VARIANT, variant);
    return Architectures.name(architecture, variant);
  }

  private void check(String name, String part) {
    if (!part.isEmpty() && !Architectures.isPart(part)) {
      json.report(name, "must have at most 32 letters, digits, dots, hyphens and underscores");
    }
  }
}
