package local.platform.contract.testing;

import java.nio.file.Path;
import java.util.Optional;

/** Returns the paths of what the tests start, as the build passes them. */
final class TestPaths {
  private TestPaths() {}

  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  static Path jar() {
    return property("platform.jar");
  }

  static Path ear() {
    return property("platform.ear");
  }

  static Path serverHome() {
    return property("payara.home");
  }

  static Path serverScript() {
    return property("platform.server-script");
  }

  static Path deployments() {
    return property("platform.deployments");
  }

  /** Returns the directory of the cache from which all servers of the JAR start, if any. */
  static Optional<Path> startCache() {
    return Optional.ofNullable(System.getProperty("platform.start-cache"))
        .map(path -> Path.of(path).toAbsolutePath());
  }

  private static Path property(String name) {
    return Path.of(System.getProperty(name)).toAbsolutePath();
  }
}
