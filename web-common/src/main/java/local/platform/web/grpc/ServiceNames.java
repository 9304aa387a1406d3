package local.platform.web.grpc;

import java.util.List;
import java.util.stream.Stream;

/** Under which names services answer that clients know by another package. */
final class ServiceNames {
  private static final String OWN_PREFIX = "platform.";

  private ServiceNames() {}

  /**
   * All full names of a service.
   *
   * @param names its names in packages of ours
   * @param packageAliases what may stand for our {@code platform} at the beginning, such as {@code
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
