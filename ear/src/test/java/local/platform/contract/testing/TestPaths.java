package local.platform.contract.testing;

import java.nio.file.Path;

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

  private static Path property(String name) {
    return Path.of(System.getProperty(name)).toAbsolutePath();
  }
}
