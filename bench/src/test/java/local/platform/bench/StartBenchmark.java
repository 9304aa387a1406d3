package local.platform.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.FreePorts;

/**
 * Compares the time until the server is ready with that of a WAR with one file on stock Payara
 * Micro; in the quick start on H2, by {@code java -jar} and from the cache by {@code ops/start.sh}.
 */
public final class StartBenchmark {
  private static final int ROUNDS = Integer.getInteger("bench.rounds");
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final String JAR = System.getProperty("platform.jar");
  private static final String START_SCRIPT = System.getProperty("platform.start-script");
  private static final long POLL_MILLIS = 100;

  private StartBenchmark() {}

  /** Runs the benchmark and prints its results, each with the bound that is to be reached. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<Double> plain = new ArrayList<>();
    List<Double> cached = new ArrayList<>();
    List<Double> empty = new ArrayList<>();
    archiveClasses();
    readySeconds(server("plain"));
    for (int round = 0; round < ROUNDS; round++) {
      plain.add(readySeconds(server("plain")));
      cached.add(readySeconds(fromCache()));
      empty.add(emptyWarSeconds());
      System.out.printf(
          "ready after: java -jar %.1f s, from the cache %.1f s, an empty WAR %.1f s%n",
          plain.get(round), cached.get(round), empty.get(round));
    }
    System.out.printf("java -jar to an empty WAR: %.2f%n", median(plain) / median(empty));
    System.out.printf(
        "from the cache to an empty WAR, at most 1.5: %.2f%n", median(cached) / median(empty));
    System.out.printf(
        "from the cache to java -jar, at most 0.75 on JDK 25: %.2f%n",
        median(cached) / median(plain));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static PlatformProcess.Builder server(String name) {
    return PlatformProcess.in(Packaging.JAR, "bench-start-" + name).quickStart();
  }

  private static PlatformProcess.Builder fromCache() {
    return server("cached").by("exec " + START_SCRIPT + " " + JAR);
  }

  private static void archiveClasses() {
    try (PlatformProcess server = fromCache().empty().start()) {
      ArchivedClasses.await(server);
    }
  }

  private static double readySeconds(PlatformProcess.Builder server) {
    long start = System.nanoTime();
    PlatformProcess started = server.start();
    double ready = seconds(start);
    started.kill();
    return ready;
  }

  private static double emptyWarSeconds() throws IOException, InterruptedException {
    Path war = Files.createTempFile("empty", ".war");
    Path temporary = Files.createTempDirectory("empty-war");
    try (OutputStream file = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("index.txt"));
    }
    int port = FreePorts.next();
    List<String> command = new ArrayList<>();
    Collections.addAll(command, JAVA.toString(), "-Djava.io.tmpdir=" + temporary, "-jar");
    Collections.addAll(command, System.getProperty("payara-micro.jar"), "--nohazelcast");
    Collections.addAll(command, "--disablephonehome", "--port", String.valueOf(port));
    Collections.addAll(command, "--contextroot", "/", "--deploy", war.toString());
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      while (!answers(URI.create("http://127.0.0.1:" + port + "/index.txt"))) {
        if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("Payara Micro has ended");
        }
      }
      return seconds(start);
    } finally {
      process.destroy();
      process.waitFor();
      Files.delete(war);
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

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
