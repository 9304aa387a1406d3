package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.process.Walkthrough.Step;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Runs the commands of the README and of {@code docs/walkthrough.md}, and compares their output
 * with what these show. Only the address is replaced; the commands run in the directory in which
 * the quick start was started, as the README says.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class WalkthroughIT {
  private static final String DATA = "/home/you/platform/data";

  private Walkthrough readme;
  private PlatformProcess server;

  /** Returns the packaging in which the quick start is started. */
  Packaging packaging() {
    return Packaging.JAR;
  }

  @BeforeAll
  void start() throws IOException {
    readme = Walkthrough.in(Walkthrough.section(Pages.read("README.md"), "## Run it"));
    server =
        PlatformProcess.in(packaging(), getClass().getSimpleName())
            .quickStart()
            .empty()
            .limited() // whoever follows the walkthrough outside the quick start is not refused
            .start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  @Order(1) // before anything else is created
  void theRequestOfTheReadmeIsAnsweredAsItShows() throws IOException, InterruptedException {
    assertThat(readme.steps()).hasSize(2);
    // RunScriptIT runs this one.
    assertThat(readme.steps().get(0)).isEqualTo(new Step("./run\n", ""));

    Pages.assertAnswers(new Walkthrough(readme.steps().subList(1, 2), List.of()), server);
  }

  @Test
  @Order(2)
  void commandsAnswerAsTheWalkthroughShows() throws IOException, InterruptedException {
    Walkthrough walkthrough = Walkthrough.in(Pages.read("docs/walkthrough.md"));
    assertThat(walkthrough.steps()).hasSizeGreaterThan(10);
    assertThat(walkthrough.printed()).isEmpty();

    Pages.assertAnswers(walkthrough, server);
  }

  @Test
  @Order(3)
  void theServerPrintsWhatTheReadmeShows() {
    String printed =
        Pages.at(server, readme.printed().get(0)).replace(DATA, server.data().toString());

    assertThat(printed).contains(server.data().toString());
    // It prints this when it finds itself ready, which may be a moment after others do.
    String shown = new Names().text(printed);
    String output = server.awaitOutput(text -> announcement(text).startsWith(shown));

    assertThat(announcement(output)).as(output).startsWith(shown);
  }

  /** Returns what a server prints when it is ready, and what follows; without what differs. */
  private static String announcement(String output) {
    int start = output.indexOf("The platform is ready");
    return new Names().text(start < 0 ? "" : output.substring(start));
  }

  /** Checks the commands for a backup of H2 in {@code docs/operating.md}. */
  @Test
  @Order(4) // it stops the server
  void whatIsLostIsRestoredAsTheOperatingPageSays() throws Exception {
    String page = Pages.read("docs/operating.md");
    Iterator<Step> backup = Walkthrough.in(Walkthrough.section(page, "### H2")).steps().iterator();
    PlatformClient owner = server.owner();
    String group = owner.createGroup(owner.organization(), "kept");
    server.stop();

    String loss = "echo lost > data/platform.mv.db\n";
    String commands = backup.next().commands() + loss + backup.next().commands();
    ShellOutput output =
        ShellOutput.of(
            new ProcessBuilder("bash", "-ec", commands)
                .directory(server.data().getParent().toFile()));
    assertThat(output.status()).as(output.toString()).isZero();

    server = PlatformProcess.in(packaging(), getClass().getSimpleName()).quickStart().start();
    assertThat(server.owner().get("/iam/v2/groups/" + group).status()).isEqualTo(200);
    assertThat(backup).isExhausted();
  }
}
