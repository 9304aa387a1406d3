package local.platform.web.grpc;

import java.util.List;
import java.util.stream.Stream;

/** The names of services for clients that know them by another package. */
final class ServiceNames {
  private static final String OWN_PREFIX = "platform.";

  private ServiceNames() {}

  /**
   * Returns all full names of a service.
   *
   * @param names its names in our packages
   * @param packageAliases prefixes that may replace our {@code platform}, such as {@code
   *     example.platform}
   */
  static List<String> of(List<String> names, List<String> packageAliases) {
    return names.stream()
        .flatMap(
            name ->
                Stream.concat(
                    Stream.of(name),
                    packageAliases.stream()
                        .map(alias -> alias + "." + name.substring(OWN_PREFIX.length()))))
        .toList();
  }
}
