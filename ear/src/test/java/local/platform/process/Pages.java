package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.contract.testing.PlatformProcess;
import local.platform.process.Walkthrough.Step;

/**
 * Runs the pages of the documentation that are tests. They are written for a quick start at the
 * default address, with the server's directory as the working directory.
 */
final class Pages {
  private static final String ADDRESS = "http://127.0.0.1:8080";
  private static final String GRPC_ADDRESS = "http://127.0.0.1:9090";
  private static final String MARK = "=== end of step ===";
  private static final int TIMEOUT_MINUTES = 3;

  private Pages() {}

  /**
   * Returns a file of the sources.
   *
   * @param name its path relative to the README
   */
  static String read(String name) throws IOException {
    return Files.readString(source(name));
  }

  /**
   * Returns all files of a directory of the sources, and of those below it.
   *
   * @param directory its path relative to the README
   */
  static List<String> readAll(String directory) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(source(directory))) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }

  /** Returns the path of a file of the sources from its path relative to the README. */
  static Path source(String name) {
    return Path.of(System.getProperty("platform.readme")).resolveSibling(name);
  }

  /** Returns a text of a page with the addresses of this server. */
  static String at(PlatformProcess server, String text) {
    return text.replace(ADDRESS, server.url().toString())
        .replace(GRPC_ADDRESS, "http://127.0.0.1:" + server.grpcPort());
  }

  /** Runs the commands of a page, and compares what they print with what the page shows. */
  static void assertAnswers(Walkthrough page, PlatformProcess server)
      throws IOException, InterruptedException {
    assertAnswers(page, server, List.of());
  }

  /**
   * Does the same for a page whose readers have installed programs.
   *
   * @param programs the programs, each in a directory of its own
   */
  static void assertAnswers(Walkthrough page, PlatformProcess server, List<Path> programs)
      throws IOException, InterruptedException {
    List<Step> steps = page.steps();
    List<String> outputs = paste(steps, server, programs);

    Names shown = new Names();
    Names real = new Names();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      assertThat(real.values(outputs.get(i)))
          .as("%s%nprinted%n%s", step.commands(), outputs.get(i))
          .isEqualTo(shown.values(at(server, step.answer())));
    }
  }

  /** Runs all commands in one shell, in which later steps know the variables of earlier ones. */
  private static List<String> paste(List<Step> steps, PlatformProcess server, List<Path> programs)
      throws IOException, InterruptedException {
    String script =
        steps.stream()
            .map(Step::commands)
            .map(commands -> commands + "printf '%s\\n' '" + MARK + "'\n")
            .collect(Collectors.joining());
    // Readers whose server has another port need to change only one line.
    assertThat(script).containsOnlyOnce(ADDRESS);
    Path directory = server.data().getParent();
    File output = directory.resolve("walkthrough.log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", at(server, script))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output);
    builder
        .environment()
        .compute(
            "PATH",
            (name, path) ->
                Stream.concat(
                        Stream.of(path), programs.stream().map(each -> each.getParent().toString()))
                    .collect(Collectors.joining(":")));
    Process shell = builder.start();
    if (!shell.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      shell.destroyForcibly();
    }
    String printed = Files.readString(output.toPath());
    List<String> outputs = Arrays.asList(printed.split(Pattern.quote(MARK) + "\\n", -1));
    assertThat(outputs).as(printed).hasSize(steps.size() + 1);
    return outputs;
  }
}
