package local.platform.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.db.testing.FreePorts;

/** A WAR with one empty file on a stock server, which is ready when it sends the file. */
final class EmptyWar implements AutoCloseable {
  private static final String FILE = "index.txt";
  private static final long POLL_MILLIS = 100;

  /** The boot commands that make a domain listen on loopback only, and find no other servers. */
  private static final String LISTENERS = ".*[.](address|port|enabled)=.*";

  private final Process process;

  private EmptyWar(Process process) {
    this.process = process;
  }

  /** Starts it on Payara Micro and waits until it is ready. */
  static EmptyWar onMicro() {
    Path directory = directory();
    int port = FreePorts.next();
    return start(
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + directory,
            "-jar",
            System.getProperty("payara-micro.jar"),
            "--nohazelcast",
            "--disablephonehome",
            "--port",
            String.valueOf(port),
            "--contextroot",
            "/",
            "--deploy",
            war(directory).toString()),
        port);
  }

  /** Starts it in a new domain of Payara Server and waits until it is ready. */
  static EmptyWar inDomain() {
    Path directory = directory();
    Path home = Path.of(System.getProperty("payara.home"));
    Path serverScript = Path.of(System.getProperty("platform.server-script"));
    int port = FreePorts.next();
    try {
      copy(home.resolve("glassfish/domains/domain1"), directory.resolve("domain1"));
      Path preboot = directory.resolve("preboot.txt");
      try (Stream<String> commands = Files.lines(serverScript.resolveSibling("preboot.txt"))) {
        Files.write(preboot, commands.filter(command -> command.matches(LISTENERS)).toList());
      }
      Path postboot = directory.resolve("postboot.txt");
      Files.writeString(postboot, "deploy --contextroot / " + war(directory) + "\n");
      ProcessBuilder builder =
          new ProcessBuilder(
              home.resolve("bin/asadmin").toString(),
              "start-domain",
              "--verbose",
              "--domaindir",
              directory.toString(),
              "--prebootcommandfile",
              preboot.toString(),
              "--postbootcommandfile",
              postboot.toString(),
              "domain1");
      builder.environment().put("AS_JAVA", System.getProperty("java.home"));
      builder.environment().put("PLATFORM_HTTP_PORT", String.valueOf(port));
      builder.environment().put("PLATFORM_ADMIN_PORT", String.valueOf(FreePorts.next()));
      return start(builder, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the server. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }

  private static EmptyWar start(ProcessBuilder builder, int port) {
    try {
      Process process =
          builder
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      EmptyWar war = new EmptyWar(process);
      Runtime.getRuntime().addShutdownHook(new Thread(war::close));
      while (!answers(URI.create("http://127.0.0.1:" + port + "/" + FILE))) {
        if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("the server has ended: " + builder.command());
        }
      }
      return war;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static boolean answers(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("empty-war");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path war(Path directory) {
    Path war = directory.resolve("empty.war");
    try (OutputStream file = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry(FILE));
      return war;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
