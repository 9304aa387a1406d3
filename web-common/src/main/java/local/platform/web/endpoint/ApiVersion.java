package local.platform.web.endpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import local.platform.web.json.UnknownFields;

/**
 * The properties that all services of one version of the API share.
 *
 * @param names its names, such as {@code v2} and {@code v2beta1}. The first is the one in the
 *     protos; every route and every package with it is served under the others too. Empty for
 *     services without a version
 * @param unknownFields how to treat fields of a request that its message does not have
 * @param emptyAnswer how REST writes an empty answer
 */
public record ApiVersion(List<String> names, UnknownFields unknownFields, EmptyAnswer emptyAnswer) {

  /** How REST writes {@code google.protobuf.Empty}. */
  public enum EmptyAnswer {
    /** As {@code {}}. */
    OBJECT,
    /** Without a body, or as {@code {}} for clients that name JSON in {@code Accept}. */
    NO_BODY
  }

  /** The common properties of services without a version; one of them has rules of its own. */
  public static final ApiVersion NONE =
      new ApiVersion(List.of(), UnknownFields.NOTED, EmptyAnswer.NO_BODY);

  public ApiVersion {
    names = List.copyOf(names);
  }

  /** Returns whether the name of a version is that of a beta, such as {@code v2beta1}. */
  static boolean isBeta(String name) {
    return name.contains("beta");
  }

  /** Returns a path such as {@code /iam/v2/groups} under every name of the version. */
  public List<String> paths(String path) {
    return renamed(path, "/");
  }

  /** Returns a package such as {@code platform.iam.v2} under every name of the version. */
  List<String> packages(String protoPackage) {
    return renamed("." + protoPackage + ".", ".").stream()
        .map(renamed -> renamed.substring(1, renamed.length() - 1))
        .toList();
  }

  /**
   * Returns the name of the version in a path or in the full name of a service.
   *
   * @return the name; that of the protos if the text has none; empty if there is no version
   */
  public Optional<String> nameIn(String text) {
    List<String> parts = Arrays.asList(text.split("[/.]", -1));
    return names.stream().filter(parts::contains).findFirst().or(() -> names.stream().findFirst());
  }

  /** Returns a text with every name of the version; a text without the version only once. */
  private List<String> renamed(String text, String separator) {
    if (names.isEmpty()) {
      return List.of(text);
    }
    String own = separator + names.get(0) + separator;
    return names.stream()
        .map(name -> text.replace(own, separator + name + separator))
        .distinct()
        .toList();
  }
}
