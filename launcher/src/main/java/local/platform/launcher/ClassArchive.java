package local.platform.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * An archive of the classes that a server has loaded (class data sharing, JEP 310). The JVM of the
 * first server writes a list of them; another one, of low priority, makes the archive from the list
 * while that server serves.
 */
final class ClassArchive {
  private static final Logger LOG = Logger.getLogger(ClassArchive.class.getName());

  private static final String NEW = "new-";

  private static final Duration POLL = Duration.ofSeconds(1);

  private final Path directory;
  private final Path archive;
  private final Path list;

  /**
   * The archive of a cache.
   *
   * @param directory a directory of {@link StartCache}
   */
  ClassArchive(Path directory) {
    this.directory = directory;
    this.archive = directory.resolve("classes.jsa");
    this.list = directory.resolve("classes.list");
  }

  /** Returns the options of the JVM with which a server uses the archive, or prepares it. */
  List<String> options() {
    if (!Files.isRegularFile(archive)) {
      return List.of("-XX:DumpLoadedClassList=" + list);
    }
    // Whatever is wrong with the archive, the JVM does without it, and should not print why.
    return List.of("-XX:SharedArchiveFile=" + archive, "-XX:+VerifySharedSpaces", "-Xlog:cds*=off");
  }

  /**
   * Makes the archive in the background when the server is ready, unless there is one. One that the
   * JVM cannot use is deleted, so that the next server makes another one.
   *
   * @param vmInfo the system property {@code java.vm.info}, which tells whether classes are shared
   * @throws IOException if an archive cannot be deleted
   */
  void makeInBackground(String vmInfo) throws IOException {
    if (!Files.isRegularFile(archive)) {
      Thread thread = new Thread(this::makeWhenReady, "class-archive");
      thread.setDaemon(true);
      thread.start();
    } else if (!vmInfo.contains("sharing")) {
      LOG.log(
          Level.WARNING,
          "the JVM cannot use the archive of classes, which is deleted: {0}",
          archive);
      Files.delete(archive);
    }
  }

  private void makeWhenReady() {
    try {
      while (!HealthCheck.isReady(System.getenv())) {
        Thread.sleep(POLL.toMillis());
      }
      make();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the next start will not be faster: {0}", e.toString());
    }
  }

  private void make() throws IOException, InterruptedException {
    Path classes = Files.createTempFile(directory, NEW, ".list");
    Path made = Files.createTempFile(directory, NEW, ".jsa");
    Files.write(classes, archivable(Files.readString(list)));
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of("/usr/bin/nice"))) {
      command.addAll(List.of("/usr/bin/nice", "-n", "10"));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:dump",
            "-XX:SharedClassListFile=" + classes,
            "-XX:SharedArchiveFile=" + made,
            "-Xlog:disable",
            "-jar",
            StartCache.serverJar(directory).toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    // They are for the server: an agent of a debugger, for example, could not use the port again.
    builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    AtomicBoolean stopping = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopping.set(true);
                  process.destroyForcibly();
                }));
    int status = process.waitFor();
    if (status == 0) {
      Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
      LOG.info("the classes of the server are archived; the next start will be faster");
    } else if (!stopping.get()) {
      LOG.log(Level.WARNING, "the next start will not be faster: status {0} of the JVM", status);
    }
    removeUnfinished();
  }

  /** Removes what this server and others that were killed have left. */
  private void removeUnfinished() throws IOException {
    try (var unfinished = Files.newDirectoryStream(directory, NEW + "*")) {
      for (Path file : unfinished) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Returns the lines of a list that an archive can be made from.
   *
   * @param list a list to which a JVM is still adding
   */
  static List<String> archivable(String list) {
    return list.substring(0, list.lastIndexOf('\n') + 1)
        .lines()
        .filter(ClassArchive::isArchivable)
        .toList();
  }

  /**
   * Returns false for what newer JDKs list and do not take: classes of other class loaders than
   * their own, whose super classes may be missing, and entries of constant pools.
   */
  private static boolean isArchivable(String line) {
    return !line.contains(" source: ") && !line.startsWith("@cp ");
  }
}
