package local.platform.contract.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import local.platform.config.ConfigKey;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.FreePorts;
import org.jspecify.annotations.Nullable;

/** Runs a server in its own process, started as users start it. */
public final class PlatformProcess implements AutoCloseable {
  private static final String DATA = "data";

  /** Preparing a start, which {@code ops/start.sh} does before it, may take half of that alone. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

  private static final Duration OUTPUT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  /** Tests make more requests at once than callers should; without effect in the quick start. */
  private static final List<ConfigKey> RATE_LIMITS =
      List.of(
          ConfigKey.RATE_LIMIT_READS,
          ConfigKey.RATE_LIMIT_WRITES,
          ConfigKey.RATE_LIMIT_ORGANIZATION);

  private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);

  private final Process process;
  private final Packaging packaging;
  private final Path directory;
  private final Path pidFile;
  private final int port;
  private final int grpcPort;
  private final Set<Integer> documentedPorts;

  private PlatformProcess(
      Process process,
      Packaging packaging,
      Path directory,
      int port,
      int grpcPort,
      Set<Integer> documentedPorts) {
    this.process = process;
    this.packaging = packaging;
    this.directory = directory;
    this.pidFile = domain(directory).resolve("config/pid");
    this.port = port;
    this.grpcPort = grpcPort;
    this.documentedPorts = documentedPorts;
  }

  /** How the product is packaged. */
  public enum Packaging {
    JAR,
    EAR
  }

  /**
   * Configures a server. Its directory contains its data and its output, and stays when the server
   * has ended.
   */
  public static final class Builder {
    private final Packaging packaging;
    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();
    private String heap = "512m";
    private List<String> place = List.of();
    private List<String> arguments = List.of();
    private @Nullable Path jar;
    private @Nullable Path ear;
    private @Nullable String script;
    private boolean underShell;

    private Builder(Packaging packaging, Path directory) {
      this.packaging = packaging;
      this.directory = directory;
    }

    /** Sets an environment variable. */
    public Builder with(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    /** Starts in quick start. */
    public Builder quickStart() {
      return with("PLATFORM_QUICKSTART", "true");
    }

    /** Limits callers by the defaults that a server has outside the quick start. */
    public Builder limited() {
      RATE_LIMITS.forEach(
          key -> with(key.environmentVariable(), key.defaultText().split(";", 2)[0]));
      return this;
    }

    /** Deletes what an earlier run left in the directory. */
    public Builder empty() {
      Directories.delete(directory);
      return this;
    }

    /** Returns the data directory. */
    public Path data() {
      return directory.resolve(DATA);
    }

    /** Uses this database. */
    public Builder on(DatabaseSettings database) {
      return with("PLATFORM_DB_URL", database.url())
          .with("PLATFORM_DB_USER", database.user())
          .with("PLATFORM_DB_PASSWORD", database.password());
    }

    /** Limits the heap to this size, such as {@code 256m}; for the JAR only. */
    public Builder heap(String size) {
      heap = size;
      return this;
    }

    /** Puts the server in a time zone and a locale, by options of Java that blanks separate. */
    public Builder at(String options) {
      place = List.of(options.split(" "));
      return this;
    }

    /** Simulates a machine that cannot resolve its own name, nor any other name but localhost. */
    public Builder withoutOwnName() {
      try {
        Files.createDirectories(directory);
        Path hosts = Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost\n");
        return with("JAVA_TOOL_OPTIONS", inheritedOptions() + " -Djdk.net.hosts.file=" + hosts);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String inheritedOptions() {
      return Objects.requireNonNullElse(System.getenv("JAVA_TOOL_OPTIONS"), "");
    }

    /** Makes it one of several servers of a deployment, with what these have in common. */
    public Builder amongOthers(String issuerUrl) {
      return with("PLATFORM_ISSUER_URL", issuerUrl)
          .with("PLATFORM_KEY_ENCRYPTION_KEY", Base64.getEncoder().encodeToString(new byte[32]));
    }

    /** Starts another JAR than that of the build, without a cache. */
    public Builder jar(Path other) {
      jar = other;
      return this;
    }

    /** Deploys another EAR than that of the build. */
    public Builder ear(Path other) {
      ear = other;
      return this;
    }

    /** Passes arguments, so that a command runs instead of a server. */
    public Builder arguments(String... values) {
      arguments = List.of(values);
      return this;
    }

    /**
     * Starts the server by a bash script. If its last line is {@code java …}, that becomes the
     * server. The shell is replaced by the server.
     */
    public Builder by(String commands) {
      script = commands.replaceFirst("(?m)^java (?=.*\\s*\\z)", "exec java ");
      return this;
    }

    /** Starts the server in a shell, which stays its parent and is the process that is ended. */
    public Builder underShell() {
      underShell = true;
      return this;
    }

    /** Starts the server and waits until it is ready. */
    public PlatformProcess start() {
      PlatformProcess started = launch();
      started.awaitReady();
      return started;
    }

    /** Starts the server without waiting. */
    public PlatformProcess launch() {
      try {
        Directories.delete(temporary(directory));
        Directories.delete(runDirectory(directory)); // which has the id of the server before
        Files.createDirectories(temporary(directory));
        int port = port("PLATFORM_HTTP_PORT");
        int grpcPort = port("PLATFORM_GRPC_PORT");
        ProcessBuilder builder =
            new ProcessBuilder(command())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PLATFORM_"));
        builder.environment().put("MALLOC_ARENA_MAX", "2"); // as ops/start.sh
        builder.environment().put("PLATFORM_HTTP_PORT", String.valueOf(port));
        builder.environment().put("PLATFORM_GRPC_PORT", String.valueOf(grpcPort));
        RATE_LIMITS.forEach(key -> builder.environment().put(key.environmentVariable(), "off"));
        Set<Integer> ports = new HashSet<>(Set.of(port, grpcPort));
        if (packaging == Packaging.EAR) {
          int adminPort = FreePorts.next();
          builder.environment().put("PLATFORM_ADMIN_PORT", String.valueOf(adminPort));
          ports.add(adminPort);
        }
        if (script != null) {
          builder.environment().put("PATH", TestPaths.java().getParent() + ":/usr/bin:/bin");
        }
        if (script != null || packaging == Packaging.EAR) {
          builder
              .environment()
              .put("JAVA_TOOL_OPTIONS", inheritedOptions() + " " + String.join(" ", options()));
        }
        builder.environment().putAll(environment);
        PlatformProcess launched =
            new PlatformProcess(builder.start(), packaging, directory, port, grpcPort, ports);
        Runtime.getRuntime().addShutdownHook(new Thread(launched::destroy));
        return launched;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int port(String variable) {
      String configured = environment.get(variable);
      return configured == null ? FreePorts.next() : Integer.parseInt(configured);
    }

    private List<String> command() {
      if (script != null) {
        return List.of("bash", "-c", script);
      }
      List<String> command = new ArrayList<>();
      if (packaging == Packaging.EAR) {
        command.add(TestPaths.serverScript().toString());
        command.add(TestPaths.serverHome().toString());
        command.add((ear == null ? TestPaths.ear() : ear).toString());
        command.add(runDirectory(directory).toString());
      } else {
        command.add(TestPaths.java().toString());
        command.addAll(options());
        command.addAll(jarArguments());
      }
      command.addAll(arguments);
      if (underShell) {
        // With another command after it, the shell is not replaced by the server.
        command.addAll(0, List.of("bash", "-c", "\"$0\" \"$@\"; true"));
      }
      return command;
    }

    /** Returns the arguments of Java for the server, from the cache as {@code ops/start.sh}. */
    private List<String> jarArguments() {
      List<String> start = List.of("-jar", (jar == null ? TestPaths.jar() : jar).toString());
      Optional<Path> cache =
          TestPaths.startCache().filter(unused -> arguments.isEmpty() && jar == null);
      if (cache.isEmpty()) {
        return start;
      }
      prepare(start, cache.get());
      return List.of("@" + cache.get().resolve("cache/java-options"));
    }

    /** One at a time: a data directory is one server's, and this one is shared. */
    private static synchronized void prepare(List<String> jar, Path cache) {
      List<String> prepare = new ArrayList<>(List.of(TestPaths.java().toString()));
      prepare.addAll(jar);
      prepare.add("--prepare");
      ProcessBuilder builder =
          new ProcessBuilder(prepare)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put("PLATFORM_DATA_DIR", cache.toString());
      try {
        if (builder.start().waitFor() != 0) {
          throw new IllegalStateException("the start cannot be prepared in " + cache);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private List<String> options() {
      List<String> options = new ArrayList<>();
      options.add("-Djava.io.tmpdir=" + temporary(directory));
      if (packaging == Packaging.JAR) { // That of Payara Server is in its own configuration.
        options.add("-Xmx" + heap);
      }
      options.addAll(place);
      return options;
    }
  }

  /** Configures a server in a directory of this name. */
  public static Builder in(Packaging packaging, String directory) {
    return new Builder(packaging, TestPaths.deployments().resolve(directory));
  }

  /** Returns its address. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Returns the port of its HTTP listener. */
  public int port() {
    return port;
  }

  /** Returns the port of its gRPC listener. */
  public int grpcPort() {
    return grpcPort;
  }

  /**
   * Returns the ports on which a server of its packaging listens according to the documentation.
   */
  public Set<Integer> documentedPorts() {
    return documentedPorts;
  }

  /**
   * Returns whether it writes a log of the product's own; that of Payara Server is the server's.
   */
  public boolean hasOwnLog() {
    return packaging == Packaging.JAR;
  }

  /** Returns the process that was started: the server, its script, or the shell above. */
  public ProcessHandle started() {
    return process.toHandle();
  }

  /**
   * Returns the id of the process of the server, which on Payara Server is not that of the script.
   */
  public long pid() {
    try {
      return Files.exists(pidFile)
          ? Long.parseLong(Files.readString(pidFile).strip())
          : process.pid();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the data directory. */
  public Path data() {
    return directory.resolve(DATA);
  }

  /** Returns everything that it has written to its standard output so far. */
  public String output() {
    try {
      return Files.readString(directory.resolve("out.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a client that calls as the bootstrap identity of the quick start, an owner and
   * operator.
   */
  public PlatformClient owner() {
    return PlatformClient.of(url(), read("bootstrap-token"), read("bootstrap-organization"));
  }

  /** Returns the content of a file in the data directory. */
  public String read(String file) {
    try {
      return Files.readString(data().resolve(file)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the server is ready. */
  public void awaitReady() {
    Instant deadline = Instant.now().plus(START_TIMEOUT);
    PlatformClient anybody = PlatformClient.of(url(), "", "");
    while (!anybody.isReady()) {
      if (ended(POLL_INTERVAL) || Instant.now().isAfter(deadline)) {
        destroy();
        throw new IllegalStateException("the server did not start:\n" + output());
      }
    }
  }

  /**
   * Waits for a limited time until the standard output satisfies a condition; returns the output.
   */
  public String awaitOutput(Predicate<String> wanted) {
    Instant deadline = Instant.now().plus(OUTPUT_TIMEOUT);
    String output = output();
    while (!wanted.test(output) && !ended(POLL_INTERVAL) && Instant.now().isBefore(deadline)) {
      output = output();
    }
    return output;
  }

  /** Asks the process to end, as Ctrl-C and orchestrators do. */
  public void terminate() {
    process.destroy();
  }

  /** Ends the process as operators do, and waits: requests in progress are finished. */
  public void stop() {
    terminate();
    awaitEnd();
  }

  /** Kills the process and waits for its end. */
  public void kill() {
    destroy();
    awaitEnd();
  }

  private void destroy() {
    long server = pid();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Waits for the end of the process; returns its exit status. */
  public int awaitEnd() {
    return awaitEnd(STOP_TIMEOUT);
  }

  /** Waits for the end of a process that must refuse to start; returns its exit status. */
  public int awaitRefusal() {
    return awaitEnd(START_TIMEOUT);
  }

  private int awaitEnd(Duration patience) {
    if (!ended(patience)) {
      throw new IllegalStateException("the server did not end:\n" + output());
    }
    Directories.delete(temporary(directory));
    return process.exitValue();
  }

  /** Kills the process: a clean end would take its seconds of grace. */
  @Override
  public void close() {
    kill();
  }

  /** Returns the temporary directory of its process. */
  public Path temporary() {
    return temporary(directory);
  }

  private static Path runDirectory(Path directory) {
    return directory.resolve("server");
  }

  /** Returns the domain of Payara Server. */
  private static Path domain(Path directory) {
    return runDirectory(directory).resolve("domain1");
  }

  /** Returns the directory into which the JAR unpacks itself, and which a killed server leaves. */
  private static Path temporary(Path directory) {
    return directory.resolve("temporary");
  }

  private boolean ended(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
