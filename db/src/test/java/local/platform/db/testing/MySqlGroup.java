package local.platform.db.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import local.platform.config.DatabaseSettings;

/**
 * Runs a group of three MySQL servers on free loopback ports, of which one is the primary, with the
 * settings of {@code ops/mysql/group.cnf}, but commits that do not wait for the disk: the processes
 * are killed, not the machine, and members that wait for a busy disk do not catch up with a load.
 * The start takes some fifteen seconds, so tests share a group.
 */
public final class MySqlGroup implements AutoCloseable {
  private static final int MEMBERS = 3;
  private static final String SETTINGS = "ops/mysql/group.cnf";
  private static final Duration TIMEOUT = Duration.ofMinutes(4);
  private static final String RECOVERY = "group_recovery";
  private static final String RECOVERY_PASSWORD = "secret of the recovery";

  private static final List<String> UNSYNCED =
      List.of("--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2");

  private final List<MySqlServer> members = new ArrayList<>();
  private int databases;

  private MySqlGroup() {}

  /** Returns the one group for all tests of a JVM, with which it ends. */
  public static MySqlGroup shared() {
    return Shared.GROUP;
  }

  /**
   * Starts a group and waits until all members are in it.
   *
   * @param options options of each member that take precedence over those of the file
   */
  public static MySqlGroup start(String... options) {
    MySqlGroup group = launch(Optional.empty(), options);
    group.members.forEach(MySqlGroup::prepare);
    group.bootstrap();
    return group;
  }

  /**
   * Starts the members of a group that nobody has begun: the first on a copy of a data directory,
   * and the others without data.
   *
   * @param data the data directory of a member of another group, or a clone of one
   * @param options options of each member that take precedence over those of the file
   */
  public static MySqlGroup launchOn(Path data, String... options) {
    MySqlGroup group = launch(Optional.of(data), options);
    group.members.subList(1, MEMBERS).forEach(MySqlGroup::prepare);
    return group;
  }

  private static MySqlGroup launch(Optional<Path> first, String... options) {
    MySqlGroup group = new MySqlGroup();
    List<Integer> ports = new ArrayList<>();
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      ports.add(FreePorts.next());
      addresses.add("127.0.0.1:" + FreePorts.next());
    }
    String name = UUID.randomUUID().toString();
    for (int i = 0; i < MEMBERS; i++) {
      List<String> own =
          new ArrayList<>(
              List.of(
                  "--server-id=" + (i + 1),
                  "--report-host=127.0.0.1",
                  "--report-port=" + ports.get(i),
                  "--loose-group-replication-group-name=" + name,
                  "--loose-group-replication-local-address=" + addresses.get(i),
                  "--loose-group-replication-group-seeds=" + String.join(",", addresses),
                  "--loose-group-replication-recovery-get-public-key=ON"));
      own.addAll(UNSYNCED);
      own.addAll(List.of(options));
      List<String> defaults = List.of("--defaults-file=" + settings());
      List<String> alone = List.of("--loose-group-replication-start-on-boot=OFF");
      int port = ports.get(i);
      group.members.add(
          i == 0 && first.isPresent()
              ? MySqlServer.start(first.get(), defaults, port, own, alone)
              : MySqlServer.start(defaults, port, own, alone));
    }
    return group;
  }

  /** Returns the file with the settings of a member, which is in a directory above the module. */
  public static Path settings() {
    for (Path directory = Path.of("").toAbsolutePath();
        directory != null;
        directory = directory.getParent()) {
      if (Files.exists(directory.resolve(SETTINGS))) {
        return directory.resolve(SETTINGS);
      }
    }
    throw new IllegalStateException("there is no " + SETTINGS + " above the working directory");
  }

  /** Creates the users, which are the same on all members, without transactions of its own. */
  private static void prepare(MySqlServer member) {
    member.execute(
        "SET sql_log_bin = 0",
        MySqlServer.createUser(),
        "CREATE USER " + RECOVERY + " IDENTIFIED BY '" + RECOVERY_PASSWORD + "'",
        "GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO "
            + RECOVERY,
        "SET sql_log_bin = 1",
        "CHANGE REPLICATION SOURCE TO SOURCE_USER = '"
            + RECOVERY
            + "', SOURCE_PASSWORD = '"
            + RECOVERY_PASSWORD
            + "' FOR CHANNEL 'group_replication_recovery'",
        "RESET MASTER");
  }

  private void bootstrap() {
    members
        .get(0)
        .execute(
            "SET GLOBAL group_replication_bootstrap_group = ON",
            "START GROUP_REPLICATION",
            "SET GLOBAL group_replication_bootstrap_group = OFF");
    members.subList(1, MEMBERS).forEach(each -> each.execute("START GROUP_REPLICATION"));
    members.forEach(each -> each.execute("SET GLOBAL group_replication_start_on_boot = ON"));
    awaitComplete(members.get(0));
  }

  /** Returns the members, in the order in which they were started. */
  public List<MySqlServer> members() {
    return List.copyOf(members);
  }

  /** Returns the members but this one. */
  public List<MySqlServer> without(MySqlServer member) {
    return members.stream().filter(each -> each != member).toList();
  }

  /**
   * Creates an empty database; returns how to connect to it.
   *
   * @return with the addresses of all members, the primary last
   */
  public synchronized DatabaseSettings createDatabase() {
    String name = "platform" + ++databases;
    primary(members.get(0)).createDatabase(name);
    return settings(name);
  }

  /**
   * Returns how to connect to a database that is there.
   *
   * @return with the addresses of all members, the primary last
   */
  public DatabaseSettings settings(String name) {
    MySqlServer primary = primary(members.get(0));
    String hosts =
        without(primary).stream()
            .map(each -> "127.0.0.1:" + each.port() + ",")
            .collect(Collectors.joining());
    return MySqlServer.settings(hosts + "127.0.0.1:" + primary.port(), name);
  }

  /** Waits until there is a primary, as a member sees it, that can be written; returns it. */
  public MySqlServer primary(MySqlServer witness) {
    return await("a primary", () -> findPrimary(witness, members));
  }

  /**
   * Waits until another member than this one is the primary, and can be written: until it has
   * applied what its predecessor left; returns it.
   */
  public MySqlServer primaryAfter(MySqlServer former) {
    List<MySqlServer> others = without(former);
    return await("another primary", () -> findPrimary(others.get(0), others));
  }

  private static Optional<MySqlServer> findPrimary(
      MySqlServer witness, List<MySqlServer> candidates) {
    Set<Integer> primaries = online(witness, " AND member_role = 'PRIMARY'");
    return candidates.stream()
        .filter(each -> primaries.contains(each.port()))
        .filter(MySqlGroup::isWritable)
        .findFirst();
  }

  private static boolean isWritable(MySqlServer member) {
    try (Connection connection = member.root();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@super_read_only")) {
      row.next();
      return !row.getBoolean(1);
    } catch (SQLException e) {
      return false; // it was killed, which the others do not know yet
    }
  }

  /** Waits until all members are in the group, as one of them sees it. */
  public void awaitComplete(MySqlServer witness) {
    awaitOnline(witness, MEMBERS);
  }

  /** Waits until so many members are in the group, as one of them sees it. */
  public void awaitOnline(MySqlServer witness, int count) {
    await(
        count + " members",
        () -> Optional.of(online(witness, "")).filter(online -> online.size() == count));
  }

  /** Makes a member the primary in an orderly way, and waits until it is. */
  public void switchPrimary(MySqlServer to) {
    to.execute("SELECT group_replication_set_as_primary(@@server_uuid)");
  }

  private static Set<Integer> online(MySqlServer witness, String condition) {
    try (Connection connection = witness.root();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT member_port FROM performance_schema.replication_group_members"
                    + " WHERE member_state = 'ONLINE'"
                    + condition)) {
      Set<Integer> ports = new HashSet<>();
      while (rows.next()) {
        ports.add(rows.getInt(1));
      }
      return ports;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Looks for something. */
  private interface Look<T> {
    Optional<T> once();
  }

  private static <T> T await(String what, Look<T> look) {
    Instant deadline = Instant.now().plus(TIMEOUT);
    while (true) {
      Optional<T> found = look.once();
      if (found.isPresent()) {
        return found.get();
      }
      if (Instant.now().isAfter(deadline)) {
        throw new IllegalStateException("the group does not have " + what);
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** Ends all members and deletes their data. */
  @Override
  public void close() {
    members.forEach(MySqlServer::close);
  }

  private static final class Shared {
    static final MySqlGroup GROUP = MySqlGroup.start();
  }
}
