package local.platform.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.contract.testing.Directories;
import local.platform.db.testing.FreePorts;

/**
 * A WAR with one empty file on stock Payara Micro, which is ready when it sends the file. The
 * server listens on loopback only.
 */
final class EmptyWar implements AutoCloseable {
  private static final String FILE = "index.txt";
  private static final Path BOOT_COMMANDS = Path.of(System.getProperty("platform.boot-commands"));

  /** The boot commands of the product that set what a server listens on. */
  private static final String LISTENERS = ".*[.](address|port|enabled)=.*";

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final int ANSWER_TIMEOUT_MILLIS = 5_000;
  private static final long POLL_MILLIS = 100;

  private final Process process;
  private final Path directory;

  private EmptyWar(Process process, Path directory) {
    this.process = process;
    this.directory = directory;
  }

  /** Starts it and waits until it is ready. */
  static EmptyWar start() {
    try {
      Path directory = Files.createTempDirectory("empty-war");
      return launch(
          directory,
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Djava.io.tmpdir=" + directory,
          "-jar",
          System.getProperty("payara-micro.jar"),
          "--nohazelcast",
          "--disablephonehome",
          "--prebootcommandfile",
          listeners(directory).toString(),
          "--contextroot",
          "/",
          "--deploy",
          war(directory).toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the server and deletes its files. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    Directories.delete(directory);
  }

  private static EmptyWar launch(Path directory, String... command) throws IOException {
    int port = FreePorts.next();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("PLATFORM_"));
    builder.environment().put("PLATFORM_HTTP_PORT", String.valueOf(port));
    EmptyWar war = new EmptyWar(builder.start(), directory);
    try {
      war.awaitReady(URI.create("http://127.0.0.1:" + port + "/" + FILE));
      return war;
    } catch (RuntimeException e) {
      war.close();
      throw e;
    }
  }

  private void awaitReady(URI file) {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    try {
      while (!answers(file)) {
        if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
          throw new IllegalStateException("no server with an empty WAR: " + process.info());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static boolean answers(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setReadTimeout(ANSWER_TIMEOUT_MILLIS);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }

  private static Path war(Path directory) throws IOException {
    Path war = directory.resolve("empty.war");
    try (OutputStream file = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry(FILE));
    }
    return war;
  }

  private static Path listeners(Path directory) throws IOException {
    try (Stream<String> lines = Files.lines(BOOT_COMMANDS)) {
      return Files.write(
          directory.resolve("preboot.txt"),
          lines.filter(command -> command.matches(LISTENERS)).toList());
    }
  }
}
