package local.platform.launcher;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checks the configuration and then starts the server in the same process, or executes a command
 * and exits. For {@code platform.ear}, whose server is started by a script, it only runs the check
 * and the commands.
 */
public final class Main {
  /** Exit status of {@code sysexits.h}: wrong usage. */
  static final int EX_USAGE = 64;

  /** Exit status of {@code sysexits.h}: an internal error, or one of the platform. */
  static final int EX_SOFTWARE = 70;

  /** Exit status of {@code sysexits.h}: a wrong configuration. */
  static final int EX_CONFIG = 78;

  /** Exit status as of a process that was ended by SIGINT. */
  private static final int EX_INTERRUPTED = 130;

  private static final String SERVER = "fish.payara.micro.boot.PayaraMicroLauncher";

  /** The main class of Payara Micro when its libraries are on the class path. */
  private static final String UNPACKED_SERVER = "fish.payara.micro.impl.PayaraMicroImpl";

  private static final String USAGE =
      """
      Usage: java -jar platform.jar [OPTION]
             run.sh SERVER_HOME EAR RUN_DIRECTORY [OPTION]

      Without an option, checks the configuration and starts the server. The configuration is in
      environment variables; docs/configuration.md names them.

        --bootstrap-info        Prints the uids of the organization and the identity that the first
                                start made, and how to log in as that identity.
        --bootstrap-token FILE  Writes a token of that identity into a new file, if the identity was
                                made by PLATFORM_BOOTSTRAP_ORGANIZATION alone. The token is good for
                                an hour. It takes the configuration of the server. A server on H2
                                must be stopped first.
        --health                Asks the server on this machine whether it is ready: status 0 if it
                                is, 1 if it is not. Takes its address and port.
        --prepare               For platform.jar: unpacks the server into the directory "cache" of the
                                data directory, archives its classes there, and writes the file
                                "java-options". "java @FILE" starts the server faster than -jar.
        --revocations           Reads from standard input what mysqlbinlog prints of binary logs, and
                                prints what took access away, one line of JSON each.
                                docs/operating.md says with which options, and what for.
        --version               Prints the version, and on which server it runs.
        --help                  Prints this text.

      The options of Payara Micro are not accepted.

      Exit status of the options: 0 if it is done, 1 if it is refused, 64 if they are used wrongly,
      78 if the configuration is wrong.
      """;

  private Main() {}

  /** Executes the command line. */
  public static void main(String[] arguments) {
    List<String> command = List.of(arguments);
    if (command.equals(List.of("--help"))) {
      System.out.print(USAGE);
      return;
    }
    if (command.equals(List.of("--version"))) {
      System.out.print(ProductVersion.text(hasServer()));
      return;
    }
    Optional<String> wrongUsage = wrongUsage(command);
    if (wrongUsage.isPresent()) {
      System.err.println("platform: " + wrongUsage.get() + "; see --help");
      System.exit(EX_USAGE);
    }
    if (command.equals(List.of("--health"))) {
      System.exit(HealthCheck.isReady(System.getenv()) ? 0 : 1);
    }
    if (command.equals(List.of("--prepare"))) {
      System.exit(prepare());
    }
    Optional<String> unreadable = unreadable(System.getProperty("user.dir", ""), command);
    if (unreadable.isPresent()) {
      System.err.println("platform: refusing to start: " + unreadable.get());
      System.exit(EX_CONFIG);
    }
    if (command.isEmpty()) {
      LogHandler.install();
    } else {
      LogHandler.installForCommand();
    }
    int status = inProduct(arguments);
    if (status != 0) {
      System.exit(status);
    }
    if (command.isEmpty() && hasServer()) {
      LogHandler.showProgress();
      OwnName.resolve();
      ServerProcess.prepare();
      ServerProcess.leaveNothing();
      startServer();
    }
  }

  /**
   * Returns the problem with the names that this process was given, if any. Without that of the
   * working directory, no class loader works.
   */
  static Optional<String> unreadable(String workingDirectory, List<String> arguments) {
    // Java puts this in the place of bytes that are no character of its charset.
    return (workingDirectory + arguments).indexOf('\ufffd') < 0
        ? Optional.empty()
        : Optional.of(
            "the name of the working directory, or an argument, has characters that the locale of this process does not have:"
                + " set LC_ALL to one with UTF-8, such as C.UTF-8, or use names without them");
  }

  /** Returns the problem with the arguments, if any. */
  static Optional<String> wrongUsage(List<String> arguments) {
    if (arguments.isEmpty()) {
      return Optional.empty();
    }
    List<String> operands = arguments.subList(1, arguments.size());
    return switch (arguments.get(0)) {
      case "--help", "--version", "--health", "--prepare", "--bootstrap-info", "--revocations" ->
          operands.isEmpty()
              ? Optional.empty()
              : Optional.of(arguments.get(0) + " takes no argument");
      case "--bootstrap-token" ->
          operands.size() == 1 && !operands.get(0).isBlank() && !operands.get(0).startsWith("-")
              ? Optional.empty()
              : Optional.of("--bootstrap-token takes the name of one new file");
      default -> Optional.of("unknown argument " + arguments.get(0));
    };
  }

  private static int prepare() {
    if (!hasServer()) {
      System.err.println("platform: --prepare is for platform.jar");
      return EX_USAGE;
    }
    try {
      if (!new FastStart(archive(), System.getenv(), java()).prepare()) {
        System.err.println("platform: this JVM does not archive the classes of the server");
      }
      return 0;
    } catch (IOException | URISyntaxException | InvalidPathException e) {
      System.err.println("platform: the start cannot be prepared: " + e);
      return 1;
    } catch (InterruptedException e) {
      return EX_INTERRUPTED;
    }
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static int inProduct(String[] arguments) {
    try (ProductClasses classes = ProductClasses.unpack(archive())) {
      return classes.run(hasServer(), arguments);
    } catch (IOException | ReflectiveOperationException | URISyntaxException e) {
      System.err.println("platform: the archive cannot be unpacked or is not complete: " + e);
      return EX_SOFTWARE;
    }
  }

  private static Path archive() throws URISyntaxException {
    return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Returns whether this is {@code platform.jar}, which contains the application server. */
  private static boolean hasServer() {
    return Main.class.getClassLoader().getResource(SERVER.replace('.', '/') + ".class") != null;
  }

  /**
   * Starts Payara Micro, like its main method, which however would exit with status 0 if the server
   * does not start.
   */
  private static void startServer() {
    try {
      Optional<Path> unpacked = FastStart.ofThisServer();
      if (unpacked.isPresent()) {
        useClassPath(unpacked.get());
      }
      Class.forName(unpacked.isPresent() ? UNPACKED_SERVER : SERVER)
          .getMethod("main", String[].class)
          .invoke(null, (Object) FastStart.arguments());
      if (FastStart.isWarmUp()) {
        System.exit(0);
      }
    } catch (ReflectiveOperationException | URISyntaxException e) {
      System.err.println("platform: the application server did not start: " + rootCause(e));
      System.exit(EX_SOFTWARE);
    }
  }

  /** Prepares what Payara Micro's launcher would, for libraries that are on the class path. */
  private static void useClassPath(Path unpacked)
      throws ReflectiveOperationException, URISyntaxException {
    System.setProperty("fish.payara.micro.BootJar", archive().toUri().toString());
    // Its policy file grants permissions to what is in this directory.
    System.setProperty("fish.payara.micro.UnpackDir", unpacked.toString());
    // It finds its services through a class loader of this class, and otherwise as modules of OSGi.
    Class<?> loader = Class.forName("fish.payara.micro.boot.loader.OpenURLClassLoader");
    Thread.currentThread()
        .setContextClassLoader(
            (ClassLoader)
                loader
                    .getConstructor(URL[].class, ClassLoader.class)
                    .newInstance(new URL[0], Main.class.getClassLoader()));
  }

  private static Throwable rootCause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
