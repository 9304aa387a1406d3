package local.platform.tool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Finds programs that tests run and that the build does not provide. */
public final class InstalledTool {
  private InstalledTool() {}

  /**
   * Finds a program.
   *
   * @param name the name of the program
   * @param debianPackage the package of Debian that contains it
   * @throws TestAbortedException if it is not installed; in CI that is a failure
   */
  public static Path require(String name, String debianPackage) {
    Optional<Path> program =
        Stream.concat(
                Arrays.stream(System.getenv("PATH").split(":")),
                Stream.of("/usr/sbin", "/sbin", "/usr/local/sbin"))
            .map(directory -> Path.of(directory, name))
            .filter(Files::isExecutable)
            .findFirst();
    if (program.isPresent()) {
      return program.get();
    }
    throw missing(name, debianPackage);
  }

  /**
   * Returns the exception for a program that is not installed, or only in part.
   *
   * @return the exception that skips the test; in CI a failure is thrown instead
   */
  static TestAbortedException missing(String name, String debianPackage) {
    String problem = name + " is not installed; on Debian: apt-get install " + debianPackage;
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError("CI runs every test: " + problem);
    }
    return new TestAbortedException(problem);
  }
}
