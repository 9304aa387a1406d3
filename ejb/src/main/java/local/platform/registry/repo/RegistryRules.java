package local.platform.registry.repo;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;

/** The rules for fields that repos and tags have in common. */
public final class RegistryRules {
  private static final List<String> BUNDLES =
      List.of(
          "application",
          "base",
          "byol",
          "ai",
          "ai-gpu",
          "featured",
          "fips",
          "commercial",
          "emeritoss");

  private static final String TAG_PATTERN = "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$";
  private static final Pattern TAG = Pattern.compile("[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}+");
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}");

  private RegistryRules() {}

  /** Checks that bundles are among those that exist. */
  public static void bundles(String field, Collection<String> bundles, FieldViolations violations) {
    if (!Set.copyOf(BUNDLES).containsAll(bundles)) {
      violations.add(field, field + " must be among " + String.join(", ", BUNDLES));
    }
  }

  /**
   * Checks the name of a tag: 1 to 128 letters, digits, underscores, dots and hyphens, not
   * beginning with a dot or hyphen.
   */
  public static void tagName(String field, String name, FieldViolations violations) {
    if (!isTagName(name)) {
      violations.add(field, field + " must match \"" + TAG_PATTERN + "\"");
    }
  }

  /** Returns whether a text can be the name of a tag. */
  public static boolean isTagName(String name) {
    return TAG.matcher(name).matches();
  }

  /** Checks the digest of a manifest. */
  public static void digest(String field, String digest, FieldViolations violations) {
    if (!isDigest(digest)) {
      violations.add(
          field,
          field + " must be sha256: and 64, or sha512: and 128 lower-case hexadecimal digits");
    }
  }

  /** Returns whether a text can be the digest of a manifest. */
  public static boolean isDigest(String digest) {
    return DIGEST.matcher(digest).matches();
  }
}
