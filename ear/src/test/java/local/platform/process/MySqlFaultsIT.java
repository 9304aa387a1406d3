package local.platform.process;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Upload;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/**
 * MySQL has no room left, can only be read, or has another time, or the data directory has no room:
 * what is refused, and what goes on meanwhile and afterwards.
 */
class MySqlFaultsIT {
  /** MySQL and our schema need the half of it. */
  private static final String SIZE = "256m";

  /** Far more than fit into the last page of a file. */
  private static final int GROUPS = 500;

  /** The socket times out after ten seconds, and the outcome is looked for in twenty more. */
  private static final Duration DEADLINE = Duration.ofSeconds(32);

  /** Twice as many as the server has connections. */
  private static final int WRITERS = 40;

  private static final Duration SOON = Duration.ofSeconds(2);

  /** MySQL looks once a minute whether there is room. */
  private static final Duration NOTICED = Duration.ofSeconds(75);

  private static final Duration AHEAD = Duration.ofHours(1);
  private static final int NO_SUCH_THREAD = 1094; // it has just ended

  private static final byte[] FILE = Upload.lines("{'name': 'a', 'version': '1'}");

  private PlatformProcess server;
  private PlatformClient owner;

  /** A reply, and after what time it came. */
  private record Timed(Reply reply, Duration duration) {
    static Timed of(Supplier<Reply> request) {
      long begin = System.nanoTime();
      Reply reply = request.get();
      return new Timed(reply, Duration.ofNanos(System.nanoTime() - begin));
    }
  }

  @Test
  void whatNeedsRoomIsUnavailableUntilThereIsSome() throws Exception {
    TestDatabase.requireMySql();
    PlatformProcess.Builder builder = PlatformProcess.in(Packaging.JAR, "mysql-faults");
    SmallDisk.remove(builder.data());
    builder.empty();
    try (MySqlServer mySql = MySqlServer.startOnDisk(SIZE);
        SmallDisk data = SmallDisk.at(builder.data()).orElseThrow();
        PlatformProcess started = builder.quickStart().on(mySql.createDatabase()).start()) {
      server = started;
      owner = server.owner();
      assertUploadsAloneWaitForTheDataDirectory(data);
      assertWritesAloneWaitForAReadOnlyServer(mySql);
      assertNotReadyAtAnotherTime(mySql);
      List<String> acknowledged = new ArrayList<>();
      acknowledged.add(owner.createGroup(owner.organization(), "before"));

      mySql.fillDisk();
      Timed refused = createUntilRefused(acknowledged);
      assertThat(refused.reply().status()).as(refused.reply().text()).isEqualTo(503);
      assertThat(refused.duration()).isLessThan(DEADLINE);
      assertRead(acknowledged);
      assertThat(owner.get("/health/live").status()).isEqualTo(200);
      assertReadBesideWriters(acknowledged);

      mySql.freeDisk();
      acknowledged.add(Await.value("a write", NOTICED, this::create, MySqlFaultsIT::isDone).uid());
      assertThat(owner.isReady()).isTrue();
      assertRead(acknowledged);
    }
  }

  /** With MySQL, requests store nothing there but files to import, and those of feeds. */
  private void assertUploadsAloneWaitForTheDataDirectory(SmallDisk data) throws IOException {
    data.fill();
    Reply refused = upload();
    assertThat(refused.status()).as(refused.text()).isEqualTo(503);
    assertThat(refused.header("Retry-After")).isPresent();
    Reply created = create();
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertRead(List.of(created.uid()));
    assertThat(owner.isReady()).isTrue();

    data.free();
    Reply stored = upload();
    assertThat(stored.status()).as(stored.text()).isEqualTo(200);
  }

  /** As an operator sets it, or a source of replicas that was replaced. */
  private void assertWritesAloneWaitForAReadOnlyServer(MySqlServer mySql) {
    mySql.execute("SET GLOBAL super_read_only = ON");
    Reply refused = create();
    assertThat(refused.status()).as(refused.text()).isEqualTo(503);
    assertRead(List.of(owner.organization()));
    Reply readiness = owner.get("/health/ready");
    assertThat(readiness.status()).isEqualTo(503);
    assertThat(readiness.text()).contains("the MySQL server can only be read");

    mySql.execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
    Reply created = create();
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    assertThat(owner.isReady()).isTrue();
  }

  /** The time of a session can be set, and new connections begin with a statement of the server. */
  private void assertNotReadyAtAnotherTime(MySqlServer mySql) throws SQLException {
    long later = Instant.now().plus(AHEAD).getEpochSecond();
    connectAgain(mySql, "SET timestamp = " + later);
    Reply readiness =
        Await.value(
            "readiness",
            NOTICED,
            () -> owner.get("/health/ready"),
            reply -> reply.text().contains("the clock of this node is"));
    assertThat(readiness.status()).isEqualTo(503);
    assertThat(secondsAhead()).isBetween(-3_630.0, -3_500.0); // this takes time
    assertRead(List.of(owner.organization()));
    assertThat(server.output()).contains("behind that of the database: the node is not ready");

    connectAgain(mySql, "");
    boolean unused = Await.value("readiness", NOTICED, owner::isReady, ready -> ready);
    assertThat(secondsAhead()).isBetween(-2.0, 2.0);
  }

  /** Sets with what statement new connections begin, and ends the others. */
  private static void connectAgain(MySqlServer mySql, String statement) throws SQLException {
    mySql.execute("SET GLOBAL init_connect = '" + statement + "'");
    try (Connection root = mySql.root();
        Statement select = root.createStatement();
        Statement kill = root.createStatement();
        ResultSet rows =
            select.executeQuery(
                "SELECT id FROM information_schema.processlist WHERE db IS NOT NULL")) {
      while (rows.next()) {
        try {
          kill.execute("KILL " + rows.getLong(1));
        } catch (SQLException e) {
          assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(NO_SUCH_THREAD);
        }
      }
    }
  }

  private double secondsAhead() {
    return owner
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("platform_clock_ahead_seconds"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private Reply upload() {
    return Upload.send(owner, Upload.path(owner.organization(), "java"), FILE);
  }

  private Reply create() {
    return owner.post("/iam/v2/groups/" + owner.organization(), group("new", ""));
  }

  private static boolean isDone(Reply reply) {
    return reply.status() == 200;
  }

  private Timed createUntilRefused(List<String> acknowledged) {
    Timed last = Timed.of(this::create);
    while (isDone(last.reply()) && acknowledged.size() < GROUPS) {
      acknowledged.add(last.reply().uid());
      last = Timed.of(this::create);
    }
    return last;
  }

  /** The writes take all connections that they can get, and keep each for long. */
  private void assertReadBesideWriters(List<String> uids) throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<Reply>> writes =
          Stream.<Callable<Reply>>generate(() -> this::create)
              .limit(WRITERS)
              .map(writers::submit)
              .toList();
      while (!writes.stream().allMatch(Future::isDone)) {
        assertRead(uids);
      }
      for (Future<Reply> write : writes) {
        assertThat(write.get().status()).as(write.get().text()).isEqualTo(503);
      }
    } finally {
      writers.shutdownNow();
    }
  }

  private void assertRead(List<String> uids) {
    for (String uid : uids) {
      Timed read = Timed.of(() -> owner.get("/iam/v2/groups/" + uid));
      assertThat(read.reply().status()).as(read.reply().text()).isEqualTo(200);
      assertThat(read.duration()).isLessThan(SOON);
    }
  }
}
