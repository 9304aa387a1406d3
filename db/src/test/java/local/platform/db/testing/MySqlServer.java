package local.platform.db.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import org.opentest4j.TestAbortedException;

/**
 * Runs a real MySQL server on a free loopback port, without any databases. The build unpacks the
 * distribution once into a cache; a data directory that was initialised once is copied for each
 * server, which then starts in under a second. Commits do not wait for the disk: the tests end our
 * processes, never the machine.
 */
public final class MySqlServer implements AutoCloseable {
  /** System property with the directory of the unpacked distribution. */
  public static final String HOME_PROPERTY = "mysql.home";

  private static final String USER = "platform";
  private static final String PASSWORD = "secret of the tests";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(10);
  private static final String OPTIONS = "?sslMode=DISABLED&allowPublicKeyRetrieval=true";

  /** The settings of a server that needs no others. */
  private static final List<String> ALONE =
      List.of(
          "--no-defaults",
          "--skip-log-bin",
          "--performance-schema=OFF",
          "--innodb-flush-log-at-trx-commit=2",
          "--innodb-doublewrite=0");

  /**
   * Puts a file system of a size into the place of a directory, copies another one into it, and
   * executes a command. Nobody else sees that file system, and it ends with the command.
   */
  private static final String ON_A_DISK =
      "set -e; mount -t tmpfs -o size=$1 platform \"$2\"; cp -a \"$3/.\" \"$2\"; shift 3; exec \"$@\"";

  private final List<String> launcher;
  private final Path directory;
  private final int port;
  private final List<String> defaults;
  private final List<String> options;
  private Process process;
  private int databases;

  private MySqlServer(
      List<String> launcher,
      Path directory,
      int port,
      List<String> defaults,
      List<String> options) {
    this.launcher = launcher;
    this.directory = directory;
    this.port = port;
    this.defaults = defaults;
    this.options = options;
  }

  /** Returns why no server can be started on this machine; empty if one can. */
  public static Optional<String> unavailable() {
    if (!Files.isExecutable(mysqld())) {
      return Optional.of("there is no MySQL for this platform in " + home());
    }
    try {
      Process version = command(List.of(mysqld().toString(), "--version"), null).start();
      version.getInputStream().readAllBytes();
      return version.waitFor() == 0
          ? Optional.empty()
          : Optional.of(
              "MySQL does not run here; on Debian it needs the packages libaio1 and libnuma1");
    } catch (IOException e) {
      return Optional.of("MySQL does not run here: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /**
   * Starts a server. It ends with {@link #close}, at the latest with this JVM.
   *
   * @param options options that take precedence over those of all servers of tests
   */
  public static MySqlServer start(String... options) {
    MySqlServer server = start(ALONE, FreePorts.next(), List.of(options), List.of());
    server.execute(createUser());
    return server;
  }

  /**
   * Starts a server with other settings than those of {@link #start(String...)}.
   *
   * @param defaults the options that must come first, such as the name of a file with settings
   * @param options options that take precedence over these
   * @param firstOptions options for this start, and not for those after it
   */
  static MySqlServer start(
      List<String> defaults, int port, List<String> options, List<String> firstOptions) {
    try {
      return start(template(), defaults, port, options, firstOptions);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server in the same way on a copy of a data directory. */
  static MySqlServer start(
      Path original,
      List<String> defaults,
      int port,
      List<String> options,
      List<String> firstOptions) {
    try {
      Path directory = newDirectory();
      copy(original, data(directory));
      return new MySqlServer(List.of(), directory, port, defaults, options).begin(firstOptions);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts a server with a binary log, whose data are on a disk of their own, which {@link
   * #fillDisk} can fill. It lies in memory and ends with the process.
   *
   * @throws TestAbortedException if this machine does not allow to mount it
   */
  public static MySqlServer startOnDisk(String size) {
    try {
      Path directory = newDirectory();
      Path data = Files.createDirectory(data(directory));
      List<String> mount = List.of("mount", "-t", "tmpfs", "platform", data.toString());
      List<String> unshare = List.of("unshare", "--mount");
      if (command(concat(unshare, mount), null).start().waitFor() != 0) {
        throw new TestAbortedException("this machine refuses unshare or mount");
      }
      List<String> launcher =
          List.of("sh", "-c", ON_A_DISK, "sh", size, data.toString(), template().toString());
      MySqlServer server =
          new MySqlServer(
              concat(unshare, launcher),
              directory,
              FreePorts.next(),
              ALONE,
              List.of("--log-bin=binlog", "--server-id=1", "--sync-binlog=0"));
      server.begin(List.of()).execute(createUser());
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Fills the disk of a server that has one of its own. */
  public void fillDisk() {
    try (OutputStream filler = Files.newOutputStream(filler())) {
      byte[] block = new byte[4_096];
      while (true) {
        filler.write(block);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Makes room again on a disk that was filled. */
  public void freeDisk() {
    try {
      Files.delete(filler());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the path of a file on the disk of the process, which only the process sees elsewhere.
   */
  private Path filler() {
    return Path.of("/proc/" + process.pid() + "/root" + data(directory).resolve("filler"));
  }

  /** Not below target: the path of a socket must be short. */
  private static Path newDirectory() throws IOException {
    return Files.createTempDirectory("mysql");
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private MySqlServer begin(List<String> firstOptions) throws IOException {
    process = launch(firstOptions);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    awaitReady();
    return this;
  }

  /** Returns the statement that creates the user of {@link #createDatabase}. */
  static String createUser() {
    return "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'";
  }

  private Process launch(List<String> moreOptions) throws IOException {
    List<String> arguments = new ArrayList<>(arguments(defaults, data(directory)));
    arguments.addAll(
        List.of(
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + directory.resolve("s"),
            "--pid-file=" + directory.resolve("pid"),
            "--mysqlx=OFF",
            "--innodb-buffer-pool-size=256M",
            "--max-connections=500",
            "--max-allowed-packet=" + DatabaseVendor.MIN_PACKET_BYTES));
    arguments.addAll(options);
    arguments.addAll(moreOptions);
    File log = directory.resolve("log").toFile();
    return command(concat(launcher, arguments), log).start();
  }

  private static Path data(Path directory) {
    return directory.resolve("data");
  }

  /**
   * Creates an empty database with the server's default collation; returns how to connect to it.
   */
  public synchronized DatabaseSettings createDatabase() {
    return createDatabase("platform" + ++databases);
  }

  /** Creates an empty database of this name; returns how to connect to it. */
  DatabaseSettings createDatabase(String name) {
    execute("CREATE DATABASE " + name);
    execute("GRANT ALL ON " + name + ".* TO " + USER);
    return settings("127.0.0.1:" + port, name);
  }

  /** Returns how to connect to a database as the user that may use it. */
  static DatabaseSettings settings(String hosts, String database) {
    return new DatabaseSettings(
        "jdbc:mysql://" + hosts + "/" + database + OPTIONS, USER, PASSWORD, 20);
  }

  /** Returns how to connect to a database by this server alone, as one of those that have it. */
  public DatabaseSettings serving(DatabaseSettings database) {
    return new DatabaseSettings(
        database.url().replaceFirst("//[^/]*/", "//127.0.0.1:" + port + "/"),
        database.user(),
        database.password(),
        database.poolSize());
  }

  /**
   * Returns the directory with the programs of MySQL: the server, {@code mysql} and {@code
   * mysqlbinlog}.
   */
  public static Path programs() {
    return home().resolve("bin");
  }

  /** Returns the port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Opens a connection as the administrator, in no database. */
  public Connection root() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mysql://127.0.0.1:" + port + "/" + OPTIONS, "root", "");
  }

  /** Ends the process at once. What was committed stays. */
  public void kill() {
    process.destroyForcibly();
    if (!hasEnded(END_TIMEOUT)) {
      throw new IllegalStateException("MySQL did not end");
    }
  }

  /**
   * Ends the server as operators do.
   *
   * @return its data directory, which stays until {@link #close}
   */
  public Path stop() {
    process.destroy();
    if (!hasEnded(END_TIMEOUT)) {
      throw new IllegalStateException("MySQL did not end");
    }
    return data(directory);
  }

  /** Starts the server again after {@link #kill}, on the same port with the same data. */
  public void startAgain() {
    try {
      process = launch(List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitReady();
  }

  /** Waits until the server has ended by itself, and starts it again in the same way. */
  public void startAgainAfterEnd() {
    if (!hasEnded(START_TIMEOUT)) {
      throw new IllegalStateException("MySQL did not end");
    }
    startAgain();
  }

  /** Suspends the process: connections stay open, and nothing is answered. */
  public void suspend() {
    signal("STOP");
  }

  /** Resumes the process after {@link #suspend}. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      Process kill =
          command(List.of("kill", "-" + name, String.valueOf(process.pid())), null).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException(new String(kill.getInputStream().readAllBytes(), UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends the server at once and deletes its data. */
  @Override
  public void close() {
    kill();
    delete(directory);
  }

  /** Executes statements as the administrator, on one connection. */
  public void execute(String... statements) {
    try (Connection connection = root();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitReady() {
    Instant deadline = Instant.now().plus(START_TIMEOUT);
    while (true) {
      try {
        root().close();
        return;
      } catch (SQLException e) {
        if (hasEnded(Duration.ofMillis(20)) || Instant.now().isAfter(deadline)) {
          throw new IllegalStateException(
              "MySQL did not start, see " + directory.resolve("log"), e);
        }
      }
    }
  }

  private boolean hasEnded(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static Path home() {
    return Path.of(System.getProperty(HOME_PROPERTY, "unset"));
  }

  private static Path mysqld() {
    return programs().resolve("mysqld");
  }

  /** Returns the initialised data directory. The first caller makes it, while others wait. */
  private static synchronized Path template() throws IOException {
    Path template = home().resolve("template");
    try (FileChannel channel =
        FileChannel.open(
            home().resolve("template.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // against other processes, until the channel is closed
      if (Files.notExists(template)) {
        Path unfinished = home().resolve("template.unfinished");
        delete(unfinished);
        List<String> arguments = new ArrayList<>(arguments(List.of("--no-defaults"), unfinished));
        arguments.add("--initialize-insecure");
        File log = home().resolve("template.log").toFile();
        if (command(arguments, log).start().waitFor() != 0) {
          throw new IllegalStateException("MySQL could not be initialised, see " + log);
        }
        Files.delete(unfinished.resolve("auto.cnf")); // each server makes its own identity
        Files.move(unfinished, template, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return template;
  }

  private static List<String> arguments(List<String> defaults, Path data) {
    List<String> arguments = new ArrayList<>(List.of(mysqld().toString()));
    arguments.addAll(defaults);
    arguments.addAll(
        List.of(
            "--user=" + System.getProperty("user.name"),
            "--datadir=" + data,
            "--innodb-redo-log-capacity=16M",
            "--innodb-data-file-path=ibdata1:5M:autoextend"));
    return arguments;
  }

  private static ProcessBuilder command(
      List<String> arguments, @org.jspecify.annotations.Nullable File log) {
    ProcessBuilder builder = new ProcessBuilder(arguments).redirectErrorStream(true);
    if (log != null) {
      builder.redirectOutput(log);
    }
    return builder;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private static void delete(Path directory) {
    if (Files.notExists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
