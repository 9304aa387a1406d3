package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.contract.testing.PlatformProcess;
import local.platform.process.Walkthrough.Step;

/**
 * The pages of the documentation that are tests. They are written for a quick start at the default
 * address, whose directory is the working directory of the reader.
 */
final class Pages {
  private static final String ADDRESS = "http://127.0.0.1:8080";
  private static final String GRPC_ADDRESS = "http://127.0.0.1:9090";
  private static final String MARK = "=== end of step ===";
  private static final int TIMEOUT_MINUTES = 3;

  private Pages() {}

  /** The README. */
  static String readme() throws IOException {
    return read("README.md");
  }

  /**
   * Another file of the sources.
   *
   * @param name its path from the directory of the README
   */
  static String read(String name) throws IOException {
    return Files.readString(Path.of(System.getProperty("platform.readme")).resolveSibling(name));
  }

  /** A text of a page with the addresses at which this server is. */
  static String at(PlatformProcess server, String text) {
    return text.replace(ADDRESS, server.url().toString())
        .replace(GRPC_ADDRESS, "http://127.0.0.1:" + server.grpcPort());
  }

  /** Pastes what a page tells its reader to paste, and compares what comes with what it shows. */
  static void assertAnswers(Walkthrough page, PlatformProcess server)
      throws IOException, InterruptedException {
    List<Step> steps = page.steps();
    List<String> outputs = paste(steps, server);

    Names shown = new Names();
    Names real = new Names();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      assertThat(real.values(outputs.get(i)))
          .as("%s%nprinted%n%s", step.commands(), outputs.get(i))
          .isEqualTo(shown.values(at(server, step.answer())));
    }
  }

  /** Runs everything in one shell, where later steps know the variables of earlier ones. */
  private static List<String> paste(List<Step> steps, PlatformProcess server)
      throws IOException, InterruptedException {
    String script =
        steps.stream()
            .map(Step::commands)
            .map(commands -> commands + "printf '%s\\n' '" + MARK + "'\n")
            .collect(Collectors.joining());
    // Or a reader whose server is at another port would have to change more than one line.
    assertThat(script).containsOnlyOnce(ADDRESS);
    Path directory = server.data().getParent();
    File output = directory.resolve("walkthrough.log").toFile();
    Process shell =
        new ProcessBuilder("bash", "-c", at(server, script))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output)
            .start();
    if (!shell.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      shell.destroyForcibly();
    }
    String printed = Files.readString(output.toPath());
    List<String> outputs = Arrays.asList(printed.split(Pattern.quote(MARK) + "\\n", -1));
    assertThat(outputs).as(printed).hasSize(steps.size() + 1);
    return outputs;
  }
}
