package local.platform.launcher;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;
import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The cache that makes a start of {@code platform.jar} fast, in the directory {@code cache} of the
 * data directory: the server as Payara Micro unpacks itself by {@code --outputlauncher}, with all
 * libraries on one class path, and an archive of the classes that it loads, which a server writes
 * that is started before by {@code --warmup}.
 *
 * <p>The JVM archives the classes of its own class loader best. So the server has to be started by
 * other options than {@code -jar platform.jar}; they are in the file {@code java-options}.
 *
 * <p>The content belongs to one {@code platform.jar} and one JDK. Whatever does not fit them is
 * deleted and made anew.
 */
final class FastStart {
  /** The system property with the directory from which the server was started. */
  private static final String PROPERTY = "local.platform.launcher.cache";

  /** The system property that makes the server end as soon as it has started. */
  private static final String WARM_UP = "local.platform.launcher.warm-up";

  private static final String MICRO = "fish.payara.micro.boot.PayaraMicroLauncher";

  /** The jar of Payara Micro that names all its libraries as its class path. */
  private static final String LAUNCHER = "launch-micro.jar";

  private static final String CLASSES = "classes";

  private static final String OPTIONS = "java-options";

  /** The list of all other files in the directory, with their sizes; it is written last. */
  private static final String CONTENT = "content";

  /**
   * Options that a JDK may not have. Each JVM is asked. The second is for protobuf, of which newer
   * ones warn.
   */
  private static final List<String> IF_ACCEPTED =
      List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  private static final Set<String> VARIABLES_OF_JAVA =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final int TIMED_OUT = -1;

  /** SIGHUP, SIGINT and SIGTERM, which a terminal or a service sends to the children, too. */
  private static final Set<Integer> SIGNALS = Set.of(129, 130, 143);

  /** Archives of classes that a JDK may have, the best first. */
  private enum Archive {
    /** The ahead-of-time cache (JEP 514), with profiles for the compilers (JEP 515). */
    AHEAD_OF_TIME("-XX:AOTCacheOutput=", List.of(), "-XX:AOTCache=", List.of("-Xlog:aot*=off")),
    /** Class data sharing (JEP 350), for which it does not matter how well code is compiled. */
    SHARED_CLASSES(
        "-XX:ArchiveClassesAtExit=",
        List.of("-XX:TieredStopAtLevel=1"),
        "-XX:SharedArchiveFile=",
        List.of());

    private final String write;
    private final List<String> forWriting;
    private final String read;

    /**
     * Options by which the JVM prints nothing of an archive that it cannot use: it does without.
     */
    private final List<String> quiet;

    Archive(String write, List<String> forWriting, String read, List<String> quiet) {
      this.write = write;
      this.forWriting = forWriting;
      this.read = read;
      this.quiet = Stream.concat(quiet.stream(), Stream.of("-Xlog:cds*=off")).toList();
    }
  }

  private final Path jar;
  private final Path root;
  private final Path java;

  /**
   * Returns what belongs to a server.
   *
   * @param jar {@code platform.jar}
   * @param environment the environment variables of the server
   * @param java the command with which it will be started
   */
  FastStart(Path jar, Map<String, String> environment, Path java) {
    String data = environment.getOrDefault("PLATFORM_DATA_DIR", "");
    this.jar = jar.toAbsolutePath().normalize();
    this.root =
        Path.of(data.isEmpty() ? "./data" : data).toAbsolutePath().normalize().resolve("cache");
    this.java = java;
  }

  /** Returns the directory from which this server was started, if any. */
  static Optional<Path> ofThisServer() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }

  /** Returns the arguments of Payara Micro in this process. */
  static String[] arguments() {
    return isWarmUp() ? new String[] {"--warmup"} : new String[0];
  }

  /** Returns whether this process only archives the classes of the server. */
  static boolean isWarmUp() {
    return Boolean.getBoolean(WARM_UP);
  }

  /**
   * Unpacks the server, archives its classes and writes the Java options, unless that was done
   * before.
   *
   * @return whether a server that is started by them has an archive of its classes
   * @throws IOException if the jar cannot be read or not be unpacked, the data directory cannot be
   *     written, or others than its owner can write to it
   * @throws InterruptedException if it was ended before it was done
   */
  boolean prepare() throws IOException, InterruptedException {
    makePrivate();
    String key = key();
    if (!isComplete(key)) {
      System.err.println("platform: preparing fast starts, once for this jar and this JDK");
      deleteAll();
      try {
        unpack();
        List<String> server = serverOptions();
        List<String> options = new ArrayList<>(archiveClasses(server));
        options.addAll(server);
        writeOptions(options);
        Files.write(root.resolve(CONTENT), content(key));
      } catch (IOException e) {
        deleteAll(); // the disk may be full
        throw e;
      }
    }
    return Files.isRegularFile(root.resolve(CLASSES));
  }

  private void writeOptions(List<String> options) throws IOException {
    // The java command reads it as it reads its command line.
    Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    Files.write(root.resolve(OPTIONS), options.stream().map(FastStart::quoted).toList(), charset);
  }

  /**
   * Makes the directories, and ensures that nobody else can change what is in them: the server
   * executes it.
   */
  private void makePrivate() throws IOException {
    if (!root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(root);
      return; // there are no modes, as on Windows
    }
    Files.createDirectories(root, PosixFilePermissions.asFileAttribute(PRIVATE));
    Set<PosixFilePermission> others = EnumSet.of(GROUP_WRITE, OTHERS_WRITE);
    if (!Collections.disjoint(Files.getPosixFilePermissions(root.getParent()), others)) {
      throw new IOException("others can write to " + root.getParent());
    }
    Files.setPosixFilePermissions(root, PRIVATE); // fails if the directory is another user's
  }

  /**
   * Returns what the content is made from. The paths and times are part of it, because the JVM
   * refuses an archive of classes whose class path has changed.
   */
  private String key() throws IOException {
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      return Stream.of(
              root,
              jar,
              Files.getLastModifiedTime(jar),
              file.stream().map(entry -> entry.getName() + entry.getCrc()).toList().hashCode(),
              java,
              System.getProperty("java.vm.name"),
              System.getProperty("java.vm.version"))
          .map(String::valueOf)
          .collect(joining("\n"));
    }
  }

  /** Returns whether all that was made is still there, and as long as it was. */
  private boolean isComplete(String key) throws IOException {
    Path list = root.resolve(CONTENT);
    return Files.isRegularFile(list) && Arrays.equals(Files.readAllBytes(list), content(key));
  }

  private byte[] content(String key) throws IOException {
    StringBuilder lines = new StringBuilder(key).append('\n');
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (!file.equals(root.resolve(CONTENT))) {
          lines.append(Files.size(file)).append(' ').append(root.relativize(file)).append('\n');
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Deletes what belongs to other servers or JDKs, and what is damaged or was not completed. */
  private void deleteAll() throws IOException {
    delete(root.resolve(CONTENT));
    try (Stream<Path> all = Files.list(root)) {
      for (Path path : all.toList()) {
        delete(path);
      }
    }
  }

  private static void delete(Path path) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> all = Files.walk(path)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }

  private void unpack() throws IOException, InterruptedException {
    int status =
        run(
            List.of("-cp", jar.toString(), MICRO, "--rootdir", root.toString(), "--outputlauncher"),
            Map.of());
    if (status != 0 || !Files.isRegularFile(root.resolve(LAUNCHER))) {
      throw new IOException("Payara Micro does not unpack itself; status " + status);
    }
  }

  /**
   * Returns the options with which the server finds its libraries. {@code platform.jar} is the
   * first, from which Payara Micro takes its configuration and the application.
   */
  private List<String> serverOptions() throws IOException, InterruptedException {
    List<String> options = new ArrayList<>();
    for (String option : IF_ACCEPTED) {
      if (isAccepted(option)) {
        options.add(option);
      }
    }
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      Attributes attributes = file.getManifest().getMainAttributes();
      for (String kind : List.of("opens", "exports")) {
        for (String module : List.of(attributes.getValue("Add-" + kind).trim().split(" +"))) {
          options.add("--add-" + kind + "=" + module + "=ALL-UNNAMED");
        }
      }
    }
    options.add("-D" + PROPERTY + "=" + root);
    options.add("-cp");
    options.add(jar + File.pathSeparator + root.resolve(LAUNCHER));
    options.add(Main.class.getName());
    return options;
  }

  /**
   * Archives the classes of the server.
   *
   * @return the options with which a server uses the archive; empty if there is none
   */
  private List<String> archiveClasses(List<String> serverOptions)
      throws IOException, InterruptedException {
    Path classes = root.resolve(CLASSES);
    for (Archive archive : Archive.values()) {
      Path trial = root.resolve("trial");
      boolean accepted = isAccepted(archive.write + trial);
      delete(trial);
      if (accepted) {
        List<String> command = new ArrayList<>(List.of(archive.write + classes));
        command.addAll(archive.forWriting);
        command.addAll(serverOptions);
        warmUp(command);
        List<String> options = new ArrayList<>(archive.quiet);
        options.add(archive.read + classes);
        return Files.isRegularFile(classes) ? options : List.of();
      }
    }
    return List.of();
  }

  /** Starts and stops a server with a database of its own, which listens on loopback only. */
  private void warmUp(List<String> options) throws IOException, InterruptedException {
    Path data = Files.createDirectory(root.resolve("warm-up"));
    List<String> arguments = new ArrayList<>(options);
    arguments.add(0, "-Djava.io.tmpdir=" + data);
    arguments.add(arguments.size() - 1, "-D" + WARM_UP + "=true");
    Map<String, String> environment = new HashMap<>(Map.of("PLATFORM_QUICKSTART", "true"));
    environment.put("PLATFORM_DATA_DIR", data.toString());
    environment.put("PLATFORM_STOP_WITH_PARENT", "true");
    try (ServerSocket http = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket grpc = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      environment.put("PLATFORM_HTTP_PORT", String.valueOf(http.getLocalPort()));
      environment.put("PLATFORM_GRPC_PORT", String.valueOf(grpc.getLocalPort()));
    }
    if (run(arguments, environment) != 0) {
      delete(root.resolve(CLASSES)); // it may not be complete
    }
    delete(data);
  }

  private boolean isAccepted(String option) throws IOException, InterruptedException {
    return run(List.of(option, "-version"), Map.of()) == 0;
  }

  /**
   * Runs Java to its end.
   *
   * @return its status, or {@link #TIMED_OUT}
   * @throws InterruptedException if it was ended, which is so if this process is being ended
   */
  private int run(List<String> arguments, Map<String, String> platform)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    // They are for the server: an agent of a debugger, for example, could not use the port again.
    builder.environment().keySet().removeAll(VARIABLES_OF_JAVA);
    builder.environment().keySet().removeIf(name -> name.startsWith("PLATFORM_"));
    builder.environment().putAll(platform);
    Process process = builder.start();
    AtomicBoolean ending = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  ending.set(true);
                  process.destroyForcibly();
                }));
    boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    int status = process.destroyForcibly().waitFor();
    if (ending.get() || (ended && SIGNALS.contains(status))) {
      throw new InterruptedException();
    }
    return ended ? status : TIMED_OUT;
  }

  /** Quotes an argument as the java command reads it in a file. */
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
