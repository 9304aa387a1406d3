package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlGroup;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import local.platform.process.Walkthrough.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Begins a group of three MySQL servers, and restores one, as {@code docs/operating.md} says, with
 * its commands: from one MySQL, and from a clone and binary logs to just before one transaction.
 */
@Tag("survival")
class RestoreIT {
  private static final String GROUPS = "/iam/v2/groups/";
  private static final String IDENTITIES = "/iam/v2/identities/";
  private static final String BINDINGS = "/iam/v2/roleBindings/";
  private static final String ROLES = "/iam/v2/roles/";
  private static final String OPERATORS = "/operator/operators";
  private static final String ISSUER_URL = "http://127.0.0.1:8080";
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();

  /** How many writes are made at least between two events. */
  private static final int SOME = 20;

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<String> acknowledged = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean ending;

  @TempDir private Path directory;

  @AfterEach
  void close() throws Exception {
    ending = true;
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  @Test
  void whatWasThereBeforeATransactionIsThereAgainAndWhatWasRevokedLaterIsTold() throws Exception {
    TestDatabase.requireMySql();
    Iterator<Step> steps = steps("### A group of MySQL servers, to a moment");
    String clone = steps.next().commands().replace("/backup/", directory + "/clone-");
    String send = steps.next().commands();

    MySqlGroup group = opened(MySqlGroup.start());
    DatabaseSettings database = group.createDatabase();
    options("one", group.members().get(0));
    options("two", group.members().get(1));
    List<Process> senders = List.of(sender(send), sender(send.replace("one", "two")));
    PlatformProcess node = opened(node(database).empty().start());
    PlatformClient owner = node.owner();
    String organization = owner.organization();
    String parent = owner.createGroup(organization, "parent");
    CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(owner, parent));
    String role = owner.createRole(organization, "role", "CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST");
    String leaver = owner.createIdentity(organization);
    String binding = owner.bind(parent, leaver, VIEWER);

    awaitSome(0);
    assertDone(paste(clone));
    awaitSome(acknowledged.size());
    group.members().forEach(member -> member.execute("FLUSH BINARY LOGS"));
    String changed = owner.createIdentity(organization);
    String formerOperator = owner.createIdentity(organization);
    appoint(owner, formerOperator);
    String unbound = owner.bind(organization, changed, role);
    String kid = kid(owner);
    String doomed = owner.createGroup(organization, "doomed");
    awaitSome(acknowledged.size());

    List<String> before = List.copyOf(acknowledged);
    assertDone(owner.delete(GROUPS + doomed));
    int atMost = acknowledged.size() + 1; // one is being written
    awaitSome(atMost);
    ending = true;
    writer.join();
    assertDone(owner.delete(BINDINGS + unbound));
    assertDone(owner.delete(IDENTITIES + leaver)); // and its binding
    assertDone(owner.delete(OPERATORS + "/" + formerOperator));
    assertDone(owner.patch(ROLES + role, "{\"capabilities\": [\"CAP_IAM_GROUPS_LIST\"]}"));
    assertDone(owner.patch(IDENTITIES + changed, "{\"claimMatch\": {\"subject\": \"another\"}}"));
    assertDone(owner.patch(IDENTITIES + changed, "{\"description\": \"more\"}"));
    String late = owner.createIdentity(organization);
    String lateBinding = owner.bind(parent, late, VIEWER);
    assertDone(owner.delete(IDENTITIES + late));
    assertDone(owner.post("/operator/signingKeys:rotate", "{\"revokeOld\": true}"));
    assertThat(owner.get(GROUPS + parent).status()).isEqualTo(401);
    node.close();
    awaitSent(group.members().get(0), "one");
    awaitSent(group.members().get(1), "two");
    senders.forEach(RestoreIT::end);
    group.close();

    ShellOutput deletion = assertDone(paste(steps.next().commands()));
    assertThat(deletion.out()).hasLineCount(1).contains(" UTC)");
    String gtid = deletion.out().split(" ", 2)[0];

    MySqlGroup restored = opened(MySqlGroup.launchOn(onlyClone()));
    List<MySqlServer> members = restored.members();
    options("new-one", members.get(0));
    options("new-two", members.get(1));
    options("new-three", members.get(2));
    String replay =
        steps
            .next()
            .commands()
            .replaceFirst("GTID=.*", "GTID=" + gtid)
            .replace("ops/mysql", Pages.source("ops/mysql").toString());
    assertRefused(replay.replace("logs/*/*", "logs/*/*2"), "a log is missing");
    assertRefused(replay.replace(gtid, gtid.replaceFirst(":.*", ":1")), "the backup already has");
    assertRefused(replay.replace(gtid, gtid + "000000"), "is in none of the logs");
    assertThat(assertDone(paste(replay)).out()).contains(gtid.split(":", 2)[0]);
    assertDone(paste(steps.next().commands()));
    String join = steps.next().commands();
    for (int i = 1; i < members.size(); i++) {
      assertDone(paste(join.replace("two", i == 1 ? "two" : "three")));
      members.get(i).startAgainAfterEnd(); // which systemd does
      restored.awaitOnline(members.get(0), i + 1);
    }
    assertThat(assertDone(paste(steps.next().commands())).out().lines())
        .hasSize(members.size())
        .allMatch(line -> line.endsWith("\tONLINE"));

    try (PlatformProcess again = node(restored.settings(name(database))).start()) {
      PlatformClient client = PlatformClient.of(again.url(), owner.token(), organization);
      Set<String> there = names(client, parent);
      assertThat(there).containsAll(before);
      assertThat(acknowledged.subList(0, atMost)).containsAll(there);
      assertThat(client.get(GROUPS + doomed).status()).isEqualTo(200);
      assertThat(client.get(BINDINGS + unbound).status()).isEqualTo(200);
      assertThat(client.get(BINDINGS + binding).status()).isEqualTo(200);
      assertThat(client.get(IDENTITIES + leaver).status()).isEqualTo(200);
      assertThat(client.get(IDENTITIES + late).status()).isEqualTo(404);
      assertThat(client.get(OPERATORS).text()).contains(formerOperator);
      assertThat(kid(client)).isEqualTo(kid);

      String tell = steps.next().commands();
      assertThat(lines(paste("GTID=" + gtid + "\n" + tell)).stream().map(RestoreIT::told))
          .containsExactly(
              "deleted role_binding " + unbound,
              "deleted role_binding " + binding,
              "deleted identity " + leaver,
              "deleted operator " + formerOperator,
              "changed role " + role,
              "changed identity " + changed,
              "made and deleted role_binding " + lateBinding,
              "made and deleted identity " + late,
              "deleted signing_key " + kid);
    }
    assertThat(steps).isExhausted();
  }

  @Test
  void oneMySqlBecomesAGroupWithItsData() throws Exception {
    TestDatabase.requireMySql();
    Iterator<Step> steps = steps("### From one MySQL to a group");
    MySqlServer alone = opened(MySqlServer.start());
    DatabaseSettings database = alone.createDatabase();
    String organization;
    String token;
    String group;
    try (PlatformProcess node = node(database).empty().start()) {
      PlatformClient owner = node.owner();
      organization = owner.organization();
      token = owner.token();
      group = owner.createGroup(organization, "from before");
    }

    MySqlGroup begun = opened(MySqlGroup.launchOn(alone.stop()));
    List<MySqlServer> members = begun.members();
    options("one", members.get(0));
    options("two", members.get(1));
    options("three", members.get(2));
    String password = "RECOVERY_PASSWORD='secret of it'\n";
    assertDone(paste(password + steps.next().commands()));
    String join = password + steps.next().commands();
    for (int i = 1; i < members.size(); i++) {
      assertDone(paste(join.replace("two", i == 1 ? "two" : "three")));
      members.get(i).startAgainAfterEnd(); // which systemd does
      begun.awaitOnline(members.get(0), i + 1);
    }
    assertThat(assertDone(paste(steps.next().commands())).out().lines())
        .hasSize(members.size())
        .allMatch(line -> line.endsWith("\tONLINE"));
    assertThat(steps).isExhausted();

    try (PlatformProcess node = node(begun.settings(name(database))).start()) {
      begun.switchPrimary(members.get(2)); // which has copied everything
      PlatformClient client = PlatformClient.of(node.url(), token, organization);
      Await.until("the group at " + node.url(), () -> client.get(GROUPS + group).status() == 200);
      assertThat(names(client, organization)).containsExactly("from before");
    }
  }

  private static Iterator<Step> steps(String heading) throws IOException {
    return Walkthrough.in(Walkthrough.section(Pages.read("docs/operating.md"), heading))
        .steps()
        .iterator();
  }

  private PlatformProcess.Builder node(DatabaseSettings database) {
    return PlatformProcess.in(Packaging.JAR, "restore")
        .quickStart()
        .on(database)
        .amongOthers(ISSUER_URL);
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    open.push(closeable);
    return closeable;
  }

  /** Creates groups, one after the other. */
  private void write(PlatformClient owner, String parent) {
    for (int i = 0; !ending; i++) {
      String name = "write-" + i;
      owner.createGroup(parent, name);
      acknowledged.add(name);
    }
  }

  private void awaitSome(int from) {
    Await.until("some writes", () -> acknowledged.size() >= from + SOME);
  }

  private static void appoint(PlatformClient owner, String identity) {
    assertDone(
        owner.post(
            OPERATORS,
            PlatformClient.JSON.createObjectNode().put("identityUid", identity).toString()));
  }

  /** Returns the id of the one published key. */
  private static String kid(PlatformClient client) {
    JsonNode keys = client.get("/.well-known/jwks.json").json().path("keys");
    assertThat(keys).hasSize(1);
    return keys.get(0).path("kid").asText();
  }

  private static Set<String> names(PlatformClient client, String parent) {
    Set<String> names = new HashSet<>();
    String token = "";
    do {
      Reply page =
          client.get(
              "/iam/v2/groups"
                  + PlatformClient.query(
                      "uidp.childrenOf", parent, "pageSize", "200", "pageToken", token));
      assertDone(page);
      page.json().path("groups").forEach(group -> names.add(group.path("name").asText()));
      token = page.json().path("nextPageToken").asText();
    } while (!token.isEmpty());
    return names;
  }

  private static String told(JsonNode line) {
    JsonNode row = line.path("row");
    String key =
        Stream.of("uid", "identity_uid", "kid")
            .filter(row::has)
            .map(column -> row.path(column).asText())
            .findFirst()
            .orElseThrow();
    return (line.has("made") ? "made and " : "")
        + line.path("change").asText()
        + " "
        + line.path("table").asText()
        + " "
        + key;
  }

  /** Waits until a file with the newest log of a member has all of it. */
  private void awaitSent(MySqlServer member, String name) throws SQLException {
    try (Connection connection = member.root();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW MASTER STATUS")) {
      row.next();
      Path log = directory.resolve("logs").resolve(name).resolve(row.getString(1));
      long size = row.getLong(2);
      Await.value("the log " + log, Duration.ofMinutes(1), () -> size(log), sent -> sent >= size);
    }
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path onlyClone() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> clones =
          files.filter(file -> file.getFileName().toString().startsWith("clone-")).toList();
      assertThat(clones).hasSize(1);
      return clones.get(0);
    }
  }

  private void options(String name, MySqlServer member) throws IOException {
    Files.writeString(
        directory.resolve(name + ".cnf"),
        "[client]\nhost=127.0.0.1\nport=%s\nuser=root\n".formatted(member.port()));
  }

  private static String name(DatabaseSettings database) {
    return database.url().replaceFirst(".*/([^/?]*)\\?.*", "$1");
  }

  /** Starts what sends the logs of a member, which goes on until the test ends. */
  private Process sender(String commands) throws IOException {
    // In the place of the shell, so that it is the process that is ended.
    Process sender =
        shell(commands.replaceFirst("(?m)^(?=mysqlbinlog )", "exec "))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("sender.log").toFile())
            .start();
    opened(() -> end(sender));
    return sender;
  }

  private static void end(Process process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  private ShellOutput paste(String commands) throws IOException, InterruptedException {
    return ShellOutput.of(
        shell(commands.replace("ear/target/platform.jar", System.getProperty("platform.jar"))));
  }

  private ProcessBuilder shell(String commands) {
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", commands).directory(directory.toFile());
    shell
        .environment()
        .computeIfPresent("PATH", (name, path) -> MySqlServer.programs() + ":" + path);
    return shell;
  }

  private static List<JsonNode> lines(ShellOutput output) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : assertDone(output).out().lines().toList()) {
      lines.add(PlatformClient.JSON.readTree(line));
    }
    return lines;
  }

  private static ShellOutput assertDone(ShellOutput output) {
    assertThat(output.status()).as(output.toString()).isZero();
    return output;
  }

  private static void assertDone(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private void assertRefused(String commands, String why) throws IOException, InterruptedException {
    ShellOutput output = paste(commands);
    assertThat(output.status()).as(output.toString()).isEqualTo(1);
    assertThat(output.err()).contains(why);
  }
}
