package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.process.Walkthrough.Step;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The README is true: what it tells its reader to paste is pasted, and what comes is what it shows.
 * Only the address is another one; the commands run where the quick start was started, as the
 * README says.
 */
@TestInstance(Lifecycle.PER_CLASS)
class WalkthroughIT {
  private static final String ADDRESS = "http://127.0.0.1:8080";
  private static final String DATA = "/home/you/platform/data";
  private static final String MARK = "=== end of step ===";
  private static final int TIMEOUT_MINUTES = 3;

  private String readme;
  private PlatformProcess server;

  @BeforeAll
  void start() throws IOException {
    readme = Files.readString(Path.of(System.getProperty("platform.readme")));
    server = PlatformProcess.in(Packaging.JAR, "walkthrough").quickStart().empty().start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void commandsAnswerAsTheReadmeShows() throws IOException, InterruptedException {
    List<Step> steps = Walkthrough.in(readme).steps();
    assertThat(steps).hasSizeGreaterThan(10);

    List<String> outputs = paste(steps);

    Names shown = new Names();
    Names real = new Names();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      assertThat(real.values(outputs.get(i)))
          .as("%s%nprinted%n%s", step.commands(), outputs.get(i))
          .isEqualTo(shown.values(here(step.answer())));
    }
  }

  @Test
  void theServerPrintsWhatTheReadmeShows() {
    String printed =
        here(Walkthrough.printed(readme, "## Run it")).replace(DATA, server.data().toString());

    assertThat(printed).contains(server.data().toString());
    // It prints when it finds itself ready, which may be a moment after others do.
    String shown = new Names().text(printed);
    String output = server.awaitOutput(text -> new Names().text(text).contains(shown));

    assertThat(new Names().text(output)).contains(shown);
  }

  /** A text of the page with the address at which this server is. */
  private String here(String text) {
    return text.replace(ADDRESS, server.url().toString());
  }

  /** Runs everything in one shell, where later steps know the variables of earlier ones. */
  private List<String> paste(List<Step> steps) throws IOException, InterruptedException {
    String script =
        steps.stream()
            .map(Step::commands)
            .map(commands -> commands + "printf '%s\\n' '" + MARK + "'\n")
            .collect(Collectors.joining());
    assertThat(script).contains(ADDRESS);
    Path directory = server.data().getParent();
    File output = directory.resolve("walkthrough.log").toFile();
    Process shell =
        new ProcessBuilder("bash", "-c", here(script))
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

  /**
   * Gives what differs from server to server the same names: each uid the number of its first
   * appearance, so that one that is shown twice must also come twice.
   */
  private static final class Names {
    private static final Pattern TIME =
        Pattern.compile("\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\"");
    private static final Pattern TOKEN = Pattern.compile("(\"nextPageToken\": ?)\"[^\"]+\"");
    private static final Pattern SEGMENT =
        Pattern.compile("\\b[0-9a-f]{40}\\b|(?<=/)[0-9a-f]{16}\\b");

    private final Map<String, String> segments = new HashMap<>();

    /** The values of JSON in a text. */
    List<JsonNode> values(String text) {
      try (MappingIterator<JsonNode> values =
          PlatformClient.JSON.readerFor(JsonNode.class).readValues(text(text))) {
        return values.readAll();
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + text, e);
      }
    }

    /** A text without what differs. */
    String text(String text) {
      String withoutTimes = TIME.matcher(text).replaceAll("\"<time>\"");
      String withoutTokens = TOKEN.matcher(withoutTimes).replaceAll("$1\"<token>\"");
      return SEGMENT
          .matcher(withoutTokens)
          .replaceAll(
              found ->
                  segments.computeIfAbsent(
                      found.group(), segment -> "<uid " + (segments.size() + 1) + ">"));
    }
  }
}
