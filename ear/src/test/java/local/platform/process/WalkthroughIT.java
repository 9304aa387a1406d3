package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
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
  private static final String DATA = "/home/you/platform/data";

  private String readme;
  private PlatformProcess server;

  /** Returns the packaging in which the quick start is started. */
  Packaging packaging() {
    return Packaging.JAR;
  }

  @BeforeAll
  void start() throws IOException {
    readme = Pages.readme();
    server =
        PlatformProcess.in(packaging(), getClass().getSimpleName()).quickStart().empty().start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void commandsAnswerAsTheReadmeShows() throws IOException, InterruptedException {
    Walkthrough walkthrough = Walkthrough.in(Walkthrough.section(readme, "## Walkthrough"));
    assertThat(walkthrough.steps()).hasSizeGreaterThan(10);
    assertThat(walkthrough.printed()).isEmpty();

    Pages.assertAnswers(walkthrough, server);
  }

  @Test
  void theServerPrintsWhatTheReadmeShows() {
    String printed =
        Pages.at(server, Walkthrough.in(Walkthrough.section(readme, "## Run it")).printed().get(0))
            .replace(DATA, server.data().toString());

    assertThat(printed).contains(server.data().toString());
    // It prints when it finds itself ready, which may be a moment after others do.
    String shown = new Names().text(printed);
    String output = server.awaitOutput(text -> new Names().text(text).contains(shown));

    assertThat(new Names().text(output)).contains(shown);
  }
}
