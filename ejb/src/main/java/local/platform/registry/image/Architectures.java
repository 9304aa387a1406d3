package local.platform.registry.image;

import java.util.Optional;
import java.util.regex.Pattern;

/** The names of architectures, such as {@code amd64} and {@code arm/v7}. */
final class Architectures {
  private static final char SLASH = '/';
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9._-]{1,32}");

  /** The architecture of something that cannot be run. */
  static final String UNKNOWN = "unknown";

  private Architectures() {}

  /** Returns whether a text can be an architecture, or a variant of one. */
  static boolean isPart(String text) {
    return PART.matcher(text).matches();
  }

  /** Returns the name of an architecture and a variant, each of which may be empty. */
  static Optional<String> name(String architecture, String variant) {
    if (architecture.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(variant.isEmpty() ? architecture : architecture + SLASH + variant);
  }

  /**
   * Returns whether it is the architecture of something that cannot be run, such as an attestation.
   */
  static boolean isUnknown(String name) {
    return withoutVariant(name).equals(UNKNOWN);
  }

  /** Returns the name without its variant. */
  static String withoutVariant(String name) {
    int slash = name.indexOf(SLASH);
    return slash < 0 ? name : name.substring(0, slash);
  }
}
