package local.platform.registry.repo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;
import local.platform.registry.repo.CustomOverlay.Accounts;
import local.platform.registry.repo.CustomOverlay.NamedContent;
import local.platform.registry.repo.CustomOverlay.User;

/**
 * The rules for overlays.
 *
 * @param reservedAnnotations how annotations must not begin
 */
record CustomOverlayRules(List<String> reservedAnnotations) {
  private static final String FIELD = "customOverlay";

  /** Longest overlay, in bytes of its JSON in UTF-8. */
  private static final int MAX_BYTES = 65_536;

  private static final Pattern FILE_NAME = Pattern.compile("[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,254}+");

  /** The second is the one of the hosted API, which clients know. */
  private static final List<String> RESERVED_VARIABLES = List.of("PLATFORM_", "CHAINGUARD_");

  /** The first is the one of the hosted API, which clients know. */
  private static final List<String> RESERVED_ANNOTATIONS =
      List.of("dev.chainguard.", "org.opencontainers.");

  CustomOverlayRules {
    reservedAnnotations = List.copyOf(reservedAnnotations);
  }

  /**
   * Returns the rules of a deployment, whose own annotations are reserved.
   *
   * @param serviceDomain its domain; its annotations begin with it, written backwards
   */
  static CustomOverlayRules of(String serviceDomain) {
    List<String> labels = Arrays.asList(serviceDomain.split("\\.", -1));
    Collections.reverse(labels);
    List<String> reserved = new ArrayList<>(RESERVED_ANNOTATIONS);
    reserved.add(String.join(".", labels) + ".");
    return new CustomOverlayRules(reserved);
  }

  /** Checks an overlay. */
  void check(CustomOverlay overlay, FieldViolations violations) {
    int bytes = CustomOverlayJson.write(overlay).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      violations.add(FIELD, FIELD + " must have at most " + MAX_BYTES + " bytes");
      return;
    }
    checkKeys("environment", overlay.environment(), RESERVED_VARIABLES, violations);
    checkKeys("annotations", overlay.annotations(), reservedAnnotations, violations);
    checkFiles("contents.runtimeKeyring", overlay.contents().runtimeKeyring(), violations);
    checkFiles("certificates.additional", overlay.certificates().additional(), violations);
    check(overlay.accounts(), violations);
  }

  private static void checkKeys(
      String part, Map<String, String> map, List<String> reserved, FieldViolations violations) {
    for (String key : map.keySet()) {
      if (key.isEmpty()) {
        violations.add(path(part), "a key must not be empty");
      }
      startOf(key, reserved)
          .ifPresent(
              prefix ->
                  violations.add(
                      path(part), "keys that begin with " + prefix + " are reserved: " + key));
    }
  }

  private static Optional<String> startOf(String key, Collection<String> prefixes) {
    return prefixes.stream().filter(key::startsWith).findFirst();
  }

  private static void checkFiles(
      String part, List<NamedContent> files, FieldViolations violations) {
    for (int i = 0; i < files.size(); i++) {
      String file = path(part) + "[" + i + "]";
      if (!FILE_NAME.matcher(files.get(i).name()).matches()) {
        violations.add(
            file + ".name",
            "must be the name of a file: 1 to 255 letters, digits, dots, underscores and hyphens, not beginning with a dot");
      }
      required(file + ".content", files.get(i).content(), violations);
    }
  }

  private static void check(Accounts accounts, FieldViolations violations) {
    for (int i = 0; i < accounts.users().size(); i++) {
      User user = accounts.users().get(i);
      String field = path("accounts.users") + "[" + i + "]";
      required(field + ".name", user.name(), violations);
      notNegative(field + ".uid", user.uid(), violations);
      user.gid().ifPresent(gid -> notNegative(field + ".gid", gid, violations));
    }
    for (int i = 0; i < accounts.groups().size(); i++) {
      String field = path("accounts.groups") + "[" + i + "]";
      required(field + ".name", accounts.groups().get(i).name(), violations);
      notNegative(field + ".gid", accounts.groups().get(i).gid(), violations);
    }
  }

  private static void required(String field, String text, FieldViolations violations) {
    if (text.isEmpty()) {
      violations.add(field, "must not be empty");
    }
  }

  /** The numbers of version 1 are not signed, and those beyond this range are negative here. */
  private static void notNegative(String field, int number, FieldViolations violations) {
    if (number < 0) {
      violations.add(field, "must be 0 to " + Integer.MAX_VALUE);
    }
  }

  private static String path(String part) {
    return FIELD + "." + part;
  }
}
