package local.platform.contract.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import local.platform.tool.CommandLine;
import local.platform.tool.InstalledTool;
import local.platform.tool.PythonPackages;

/** The scanners that read feeds. */
public final class Scanners {
  private static final String OSV_SCANNER = "github.com/google/osv-scanner/v2/cmd/osv-scanner";
  private static final String OSV_SCANNER_VERSION = "v2.5.1";
  private static final Path PACKAGES =
      Path.of(System.getProperty("platform.sources"), "ear/src/test/scanners/requirements.txt");

  private Scanners() {}

  /**
   * Builds OSV-Scanner, once on each machine.
   *
   * @return the program
   * @throws org.opentest4j.TestAbortedException if there is no Go; in CI that is a failure
   */
  public static synchronized Path osvScanner() throws IOException, InterruptedException {
    Path directory =
        Files.createDirectories(
            Path.of(System.getProperty("platform.cache"), "osv-scanner-" + OSV_SCANNER_VERSION)
                .toAbsolutePath());
    Path program = directory.resolve("osv-scanner");
    if (!Files.exists(program)) {
      Path go = InstalledTool.require("go", "golang-go");
      CommandLine.run(
          directory,
          Map.of(
              "GOBIN", directory.toString(),
              "GOTOOLCHAIN", "local",
              "GOFLAGS", "-mod=mod",
              "CGO_ENABLED", "0"),
          go.toString(),
          "install",
          OSV_SCANNER + "@" + OSV_SCANNER_VERSION);
    }
    return program;
  }

  /**
   * Installs pip-audit.
   *
   * @return the program
   * @throws org.opentest4j.TestAbortedException if there is no Python that can make an environment;
   *     in CI that is a failure
   */
  public static synchronized Path pipAudit() throws IOException, InterruptedException {
    return PythonPackages.install(Path.of("target/scanners"), PACKAGES).resolveSibling("pip-audit");
  }
}
