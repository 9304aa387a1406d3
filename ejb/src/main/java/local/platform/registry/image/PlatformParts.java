package local.platform.registry.image;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the architecture and the variant of an object that has both as members. */
final class PlatformParts {
  private final JsonReader json;
  private String architecture = "";
  private String variant = "";

  PlatformParts(JsonReader json) {
    this.json = json;
  }

  /** Returns the readers of these two members, together with those of others of the same object. */
  Map<String, Runnable> members(Map<String, Runnable> others) {
    Map<String, Runnable> members = new HashMap<>(others);
    members.put("architecture", () -> architecture = part());
    members.put("variant", () -> variant = part());
    return members;
  }

  private String part() {
    String part = json.text().orElse("");
    if (!part.isEmpty() && !Architectures.isPart(part)) {
      json.report("must have at most 32 letters, digits, dots, hyphens and underscores");
    }
    return part;
  }

  /** Returns the name of the architecture; empty if there is none. */
  Optional<String> name() {
    return Architectures.name(architecture, variant);
  }
}
