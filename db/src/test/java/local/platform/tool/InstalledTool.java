package local.platform.tool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A program that tests run and that the build does not bring. */
public final class InstalledTool {
  private InstalledTool() {}

  /**
   * Finds a program.
   *
   * @param name what it is called
   * @param debianPackage the package of Debian that has it
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
   * What comes of a program, or a part of one, that is not installed.
   *
   * @return that the test is skipped; in CI it is a failure, which is thrown
   */
  static TestAbortedException missing(String name, String debianPackage) {
    String problem = name + " is not installed; on Debian: apt-get install " + debianPackage;
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError("CI runs every test: " + problem);
    }
    return new TestAbortedException(problem);
  }
}
