package local.platform.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Installs packages of Node in a directory of their own, where they are kept until others are
 * needed.
 */
public final class NodePackages {
  private static final String LOCK = "package-lock.json";

  private NodePackages() {}

  /**
   * Installs packages.
   *
   * @param place directory in which they are installed
   * @param manifests directory with {@code package.json} and with {@code package-lock.json}, which
   *     names each package with its version and its digest
   * @return the directory, as an absolute path
   * @throws org.opentest4j.TestAbortedException if there is no npm; in CI that is a failure
   */
  public static Path install(Path place, Path manifests) throws IOException, InterruptedException {
    Path npm = InstalledTool.require("npm", "npm");
    Path directory = Files.createDirectories(place.toAbsolutePath());
    Path installed = directory.resolve("installed.json");
    Path lock = manifests.resolve(LOCK);
    if (Files.exists(installed) && Files.mismatch(lock, installed) == -1) {
      return directory;
    }
    Files.deleteIfExists(installed);
    copy(manifests.resolve("package.json"), directory.resolve("package.json"));
    copy(lock, directory.resolve(LOCK));
    CommandLine.run(
        directory,
        Map.of(),
        npm.toString(),
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error");
    copy(lock, installed);
    return directory;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }
}
