package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Scanners;
import local.platform.process.Walkthrough.Step;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Runs the commands of the README, of {@code docs/walkthrough.md} and of {@code docs/hub.md}, and
 * compares their output with what these show. Only the address is replaced; the commands run in the
 * directory in which the quick start was started, as the README says. What is tagged {@code
 * any-jdk} need not run on each.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class WalkthroughIT {
  private static final String DATA = "/home/you/platform/data";
  private static final String DATABASE = "https://osv-vulnerabilities.storage.googleapis.com";
  private static final String RECORD =
      "{'id': 'PYSEC-2099-7', 'modified': '2026-01-02T00:00:00Z', 'aliases': ['CVE-2099-7'],"
          + " 'summary': 'parse() runs what it reads', 'severity': [{'type': 'CVSS_V3', 'score':"
          + " 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'}], 'affected': [{'package':"
          + " {'ecosystem': 'PyPI', 'name': 'lib'}, 'ranges': [{'type': 'ECOSYSTEM', 'events':"
          + " [{'introduced': '0'}, {'fixed': '1.2'}]}]}]}";

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
            .with("PLATFORM_HUB_FEED_INTERVAL", "PT1S") // readers wait a minute
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

  /** Runs {@code docs/hub.md}, with a file in the place of that of the public database. */
  @Test
  @Order(3)
  @Tag("any-jdk")
  void commandsAnswerAsThePageOfTheHubShows() throws IOException, InterruptedException {
    Path database = server.data().resolveSibling("database");
    Path ecosystem = Files.createDirectories(database.resolve("PyPI"));
    Files.write(ecosystem.resolve("all.zip"), zip("PYSEC-2099-7.json", RECORD));
    String page = Pages.read("docs/hub.md");
    assertThat(page).containsOnlyOnce(DATABASE);

    Pages.assertAnswers(
        Walkthrough.in(page.replace(DATABASE, "file://" + database)),
        server,
        List.of(Scanners.osvScanner(), Scanners.pipAudit()));
  }

  /** Returns a zip with one file, whose length is the same whatever compresses files here. */
  private static byte[] zip(String name, String text) throws IOException {
    byte[] content = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    CRC32 checksum = new CRC32();
    checksum.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      out.putNextEntry(entry);
      out.write(content);
    }
    return zip.toByteArray();
  }

  @Test
  @Order(4)
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
  @Order(5) // it stops the server
  @Tag("any-jdk")
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
