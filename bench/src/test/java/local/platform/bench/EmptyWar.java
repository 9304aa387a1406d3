package local.platform.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.contract.testing.Directories;
import local.platform.db.testing.FreePorts;

/**
 * A WAR with one empty file on a stock server, which is ready when it sends the file. The server
 * has what it needs to deploy it, and listens on loopback only.
 */
final class EmptyWar implements AutoCloseable {
  private static final String FILE = "index.txt";
  private static final Path EAR_SOURCES =
      Path.of(System.getProperty("platform.server-script")).resolve("../..").normalize();

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

  /** Starts it on Payara Micro and waits until it is ready. */
  static EmptyWar onMicro() {
    try {
      Path directory = Files.createTempDirectory("empty-war");
      return start(
          directory,
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Djava.io.tmpdir=" + directory,
          "-jar",
          System.getProperty("payara-micro.jar"),
          "--nohazelcast",
          "--disablephonehome",
          "--prebootcommandfile",
          listeners("micro-boot/preboot.txt", directory).toString(),
          "--contextroot",
          "/",
          "--deploy",
          war(directory).toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it in a new domain of Payara Server and waits until it is ready. */
  static EmptyWar inDomain() {
    try {
      Path home = Path.of(System.getProperty("payara.home"));
      Path directory = Files.createTempDirectory("empty-war");
      Path domain = directory.resolve("domain1");
      copy(home.resolve("glassfish/domains/domain1"), domain);
      complete(domain.resolve("config/domain.xml"));
      Path postboot = directory.resolve("postboot.txt");
      Files.writeString(postboot, "deploy --contextroot / " + war(directory) + "\n");
      return start(
          directory,
          home.resolve("bin/asadmin").toString(),
          "start-domain",
          "--verbose",
          "--domaindir",
          directory.toString(),
          "--prebootcommandfile",
          listeners("server/preboot.txt", directory).toString(),
          "--postbootcommandfile",
          postboot.toString(),
          "domain1");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the server and deletes its files. */
  @Override
  public void close() {
    List<ProcessHandle> processes = new ArrayList<>(process.descendants().toList());
    processes.add(process.toHandle());
    processes.forEach(ProcessHandle::destroyForcibly);
    processes.forEach(ended -> ended.onExit().join());
    Directories.delete(directory);
  }

  private static EmptyWar start(Path directory, String... command) throws IOException {
    int port = FreePorts.next();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("PLATFORM_"));
    builder.environment().put("PLATFORM_HTTP_PORT", String.valueOf(port));
    builder.environment().put("PLATFORM_ADMIN_PORT", String.valueOf(FreePorts.next()));
    builder.environment().put("AS_JAVA", System.getProperty("java.home"));
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

  private static Path listeners(String commands, Path directory) throws IOException {
    try (Stream<String> lines = Files.lines(EAR_SOURCES.resolve(commands))) {
      return Files.write(
          directory.resolve("preboot.txt"),
          lines.filter(command -> command.matches(LISTENERS)).toList());
    }
  }

  /** Adds what the server would otherwise add during the first deployment, where that deadlocks. */
  private static void complete(Path domainXml) throws IOException {
    String server = "<config name=\"server-config\">";
    String stock = Files.readString(domainXml);
    Files.writeString(
        domainXml,
        stock.replace(
            server, server + Files.readString(EAR_SOURCES.resolve("server/server-config.xml"))));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
