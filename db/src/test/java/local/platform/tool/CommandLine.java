package local.platform.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs that are not part of the product. */
public final class CommandLine {
  /** Some compile other programs. */
  private static final int PATIENCE_MINUTES = 15;

  private CommandLine() {}

  /**
   * Runs a command, which must succeed.
   *
   * @param directory its working directory, and that of two files with its output
   * @return its standard output
   */
  public static String run(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    return run(directory, directory, environment, command);
  }

  /**
   * Runs a command, which must succeed.
   *
   * @param directory its working directory
   * @param printed directory of two files with its output
   * @return its standard output
   */
  public static String run(
      Path directory, Path printed, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = printed.resolve("output");
    Path errors = printed.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new AssertionError(
          String.join(" ", command) + ": " + Files.readString(errors) + Files.readString(output));
    }
    return Files.readString(output);
  }
}
