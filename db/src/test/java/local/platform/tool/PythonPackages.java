package local.platform.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Installs Python packages in an environment of their own, which is kept until others are needed.
 */
public final class PythonPackages {
  private PythonPackages() {}

  /**
   * Installs packages.
   *
   * @param place directory in which the environment is made
   * @param requirements file that names each package with its version, including all dependencies
   * @return the interpreter of the environment
   * @throws org.opentest4j.TestAbortedException if there is no Python that can make an environment;
   *     in CI that is a failure
   */
  public static Path install(Path place, Path requirements)
      throws IOException, InterruptedException {
    Path python = InstalledTool.require("python3", "python3-venv");
    Path directory = Files.createDirectories(place.toAbsolutePath());
    Path installed = directory.resolve("installed.txt");
    Path interpreter = directory.resolve("environment/bin/python");
    if (Files.exists(installed) && Files.mismatch(requirements, installed) == -1) {
      return interpreter;
    }
    Files.deleteIfExists(installed);
    try {
      CommandLine.run(directory, Map.of(), python.toString(), "-c", "import ensurepip, venv");
    } catch (AssertionError e) {
      throw InstalledTool.missing("venv of Python", "python3-venv");
    }
    CommandLine.run(directory, Map.of(), python.toString(), "-m", "venv", "--clear", "environment");
    CommandLine.run(
        directory,
        Map.of(),
        interpreter.toString(),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        "--disable-pip-version-check",
        "--requirement",
        requirements.toAbsolutePath().toString());
    Files.copy(requirements, installed, StandardCopyOption.REPLACE_EXISTING);
    return interpreter;
  }
}
