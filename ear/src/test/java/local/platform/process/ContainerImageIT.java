package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import local.platform.contract.testing.PlatformClient;
import local.platform.db.testing.FreePorts;
import local.platform.tool.InstalledTool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * Builds the image of {@code ops/Containerfile} with Debian's buildah, on a base that is made of
 * the packages of this machine's Debian, and runs it.
 */
class ContainerImageIT {
  private static final Path SOURCES = Path.of(System.getProperty("platform.sources"));
  private static final Path CACHE = Path.of(System.getProperty("platform.cache"));
  private static final String JAVA_PACKAGE = "openjdk-17-jre-headless";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String USER = "10001";
  private static final String BASE = "localhost/platform-base";
  private static final String IMAGE = "localhost/platform";
  private static final String CONTAINER = "platform-container";

  @TempDir private Path directory;

  private String buildah;
  private Process server;

  @BeforeEach
  void requireTools() throws Exception {
    buildah = InstalledTool.require("buildah", "buildah").toString();
    InstalledTool.require("mmdebstrap", "mmdebstrap");
    Path mountPoint = Files.createDirectory(directory.resolve("mount"));
    // Where either is not allowed nothing can be built, even in CI.
    if (execute("unshare", "--mount", "mount", "-t", "tmpfs", "none", mountPoint.toString()) != 0) {
      throw new TestAbortedException("this machine refuses unshare or mount");
    }
  }

  @AfterEach
  void remove() throws Exception {
    if (server != null) {
      List<ProcessHandle> all =
          Stream.concat(Stream.of(server.toHandle()), server.descendants()).toList();
      all.forEach(ProcessHandle::destroyForcibly);
      server.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    if (buildah != null) {
      buildah("rm", "--all");
      buildah("rmi", "--all", "--force");
    }
  }

  @Test
  void theImageIsBuiltAndRuns() throws Exception {
    buildBase();
    buildah(
        "build",
        "--isolation=chroot",
        "--format=docker",
        "--build-arg=BASE=" + BASE,
        "--file=" + SOURCES.resolve("ops/Containerfile"),
        "--tag=" + IMAGE,
        SOURCES.toString());

    JsonNode image = json(buildah("inspect", "--type=image", IMAGE)).path("Docker").path("config");
    assertThat(image.path("User").asText()).isEqualTo(USER + ":" + USER);
    assertThat(image.path("Volumes").has("/data")).isTrue();
    assertThat(image.path("ExposedPorts").has("8080/tcp")).isTrue();
    List<String> healthCheck = strings(image.path("Healthcheck").path("Test"));
    assertThat(healthCheck).startsWith("CMD", "java").endsWith("--health");
    List<String> entryPoint = strings(image.path("Entrypoint"));

    buildah("from", "--name=" + CONTAINER, IMAGE);
    Path root = Path.of(buildah("mount", CONTAINER).strip());
    assertThat(Files.getAttribute(root.resolve("data"), "unix:uid", LinkOption.NOFOLLOW_LINKS))
        .hasToString(USER);
    assertThat(filesOf(root.resolve("opt/platform")))
        .containsExactlyInAnyOrder("platform.jar", "start.sh");

    int port = FreePorts.next();
    List<String> check = healthCheck.subList(1, healthCheck.size());
    assertThat(execute(inContainer(port, check))).isEqualTo(1);
    server =
        new ProcessBuilder(inContainer(port, entryPoint))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("server.out").toFile())
            .start();
    awaitReady(port);

    assertThat(execute(inContainer(port, check))).isZero();
    ProcessHandle java = java();
    assertThat(Files.getAttribute(Path.of("/proc/" + java.pid()), "unix:uid")).hasToString(USER);
    java.destroy();
    assertThat(server.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /**
   * Returns a command that runs in the container in quick start. A test can reach it because a
   * chroot has no network of its own.
   */
  private List<String> inContainer(int port, List<String> command) throws IOException {
    List<String> run =
        new ArrayList<>(
            List.of(
                buildah,
                "--storage-driver=vfs",
                "--root=" + directory.resolve("root"),
                "--runroot=" + directory.resolve("runroot"),
                "run",
                "--isolation=chroot",
                "--env=PLATFORM_QUICKSTART=true",
                "--env=PLATFORM_HTTP_ADDRESS=127.0.0.1",
                "--env=PLATFORM_HTTP_PORT=" + port,
                "--env=PLATFORM_GRPC_PORT=" + FreePorts.next(),
                CONTAINER));
    run.addAll(command);
    return run;
  }

  private void awaitReady(int port) throws Exception {
    PlatformClient client = PlatformClient.of(URI.create("http://127.0.0.1:" + port), "", "");
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!client.isReady()) {
      if (server.waitFor(200, TimeUnit.MILLISECONDS) || Instant.now().isAfter(deadline)) {
        throw new IllegalStateException(Files.readString(directory.resolve("server.out")));
      }
    }
  }

  private ProcessHandle java() {
    return server
        .descendants()
        .filter(
            process -> process.info().command().filter(name -> name.endsWith("/java")).isPresent())
        .findFirst()
        .orElseThrow();
  }

  /** Builds a base image of this machine's Debian, with Java. */
  private void buildBase() throws Exception {
    buildah("from", "--name=base", "scratch");
    buildah("add", "base", baseArchive().toString(), "/");
    buildah("config", "--env=PATH=/usr/bin:/bin", "base");
    buildah("commit", "--format=docker", "--rm", "base", BASE);
  }

  /** Returns the files of the base image, which are installed once and kept for later builds. */
  private Path baseArchive() throws Exception {
    String sources =
        run(
                "apt-get",
                "indextargets",
                "--format=deb $(REPO_URI) $(RELEASE) $(COMPONENT)",
                "Created-By: Packages",
                "Origin: Debian")
            .lines()
            .distinct()
            .collect(Collectors.joining("\n", "", "\n"));
    Path archive =
        CACHE.resolve(
            String.format(
                Locale.ROOT, "base-%s-%08x.tar", codename(), (sources + JAVA_PACKAGE).hashCode()));
    if (Files.notExists(archive)) {
      Path list = Files.writeString(directory.resolve("sources.list"), sources);
      Path unfinished = CACHE.resolve("base-" + ProcessHandle.current().pid() + ".tar");
      run(
          "mmdebstrap",
          "--variant=essential",
          "--include=" + JAVA_PACKAGE,
          codename(),
          unfinished.toString(),
          list.toString());
      Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
    }
    return archive;
  }

  private static String codename() throws IOException {
    return Files.readAllLines(Path.of("/etc/os-release")).stream()
        .filter(line -> line.startsWith("VERSION_CODENAME="))
        .map(line -> line.substring(line.indexOf('=') + 1))
        .findFirst()
        .orElseThrow();
  }

  private String buildah(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                buildah,
                "--storage-driver=vfs",
                "--root=" + directory.resolve("root"),
                "--runroot=" + directory.resolve("runroot")));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  private String run(String... command) throws Exception {
    int status = execute(command);
    String output = Files.readString(directory.resolve("out"));
    assertThat(status)
        .as("%s\n%s\n%s", List.of(command), output, Files.readString(directory.resolve("err")))
        .isZero();
    return output;
  }

  private int execute(String... command) throws Exception {
    return execute(List.of(command));
  }

  private int execute(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException(command + " does not end");
    }
    return process.exitValue();
  }

  private static JsonNode json(String text) throws IOException {
    return PlatformClient.JSON.readTree(text);
  }

  private static List<String> strings(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static List<String> filesOf(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
