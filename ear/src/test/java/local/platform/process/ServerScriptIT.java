package local.platform.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script of Payara Server, with an asadmin that only records its calls. */
class ServerScriptIT {
  private static final String JAVA = "#!/bin/sh\nexit \"${CHECKED:-0}\"\n";

  /** The server that it starts only waits. */
  private static final String ASADMIN =
      """
      #!/bin/sh
      echo "$*" >> calls
      case "$*" in
        *" change-admin-password "*) ;;
        *" start-domain "*)
          [ -z "${NOT_STARTED-}" ] || { echo "$NOT_STARTED"; exit 1; }
          [ -z "${HELD-}" ] || read -r go < "$HELD"
          echo "$PLATFORM_DATA_DIR $PLATFORM_DB_URL $PLATFORM_KEY_ENCRYPTION_KEY_FILE" > started
          sleep 600 > /dev/null 2>&1 &
          echo $! > server/domain1/config/pid
          ;;
        *" deploy "*)
          [ -z "${NOT_DEPLOYED-}" ] || { echo "remote failure: $NOT_DEPLOYED"; exit 1; }
          echo "ready at last" >> server/domain1/logs/server.log
          ;;
      esac
      """;

  @TempDir private Path directory;
  private Optional<Process> script = Optional.empty();

  @BeforeEach
  void makeServer() throws IOException {
    write("payara/bin/asadmin", ASADMIN);
    write("payara/glassfish/domains/domain1/config/domain.xml", "<domain/>");
    write("payara/glassfish/domains/domain1/logs/server.log", "before\n");
    write("jdk/bin/java", JAVA);
  }

  @AfterEach
  void end() throws Exception {
    script.ifPresent(Process::destroy);
    server().ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void itStartsTheDomainOnLoopbackAndDeploys() throws Exception {
    runUntilReady("PLATFORM_HTTP_PORT=1234");

    assertThat(Files.readAllLines(directory.resolve("calls")))
        .satisfiesExactly(
            call -> assertThat(call).contains(" change-admin-password "),
            call ->
                assertThat(call).contains("--port 4848 ", " start-domain ").endsWith(" domain1"),
            call ->
                assertThat(call)
                    .endsWith(
                        "deploy --name platform --contextroot / --virtualservers platform "
                            + ear()));
    assertThat(directory.resolve("server/settings.asadmin"))
        .content()
        .contains(
            "platform.address=127.0.0.1",
            "platform.port=1234",
            "http-listener-1.enabled=false",
            "http-listener-2.enabled=false",
            "admin-listener.address=127.0.0.1",
            "admin-listener.port=4848");
    assertThat(output()).doesNotContain("before");
  }

  /** Otherwise everybody on the machine could administer the server. */
  @Test
  void onlyTheOwnerReadsThePasswordOfTheDomain() throws Exception {
    runUntilReady();

    Path passwords = directory.resolve("server/passwords");
    String password = Files.readString(passwords).strip().replace("AS_ADMIN_PASSWORD=", "");
    assertThat(password).hasSizeGreaterThan(32);
    assertThat(Files.getPosixFilePermissions(passwords))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(directory.resolve("calls")).content().doesNotContain(password);
    assertThat(directory.resolve("server/passwords.new")).doesNotExist();
  }

  /** The server has another working directory than the script. */
  @Test
  void filesAreThoseOfTheWorkingDirectory() throws Exception {
    runUntilReady("PLATFORM_DB_URL=jdbc:h2:file:./db", "PLATFORM_KEY_ENCRYPTION_KEY_FILE=keys/one");

    assertThat(Files.readString(directory.resolve("started")).strip())
        .isEqualTo("%1$s/data jdbc:h2:file:%1$s/db %1$s/keys/one", directory);
  }

  @Test
  void onASignalTheServerIsStopped() throws Exception {
    ProcessHandle server = runUntilReady();

    script.orElseThrow().destroy();

    assertThat(awaitEnd()).isEqualTo(143);
    assertThat(server.isAlive()).isFalse();
  }

  @Test
  void aSignalDuringTheStartStopsTheServerToo() throws Exception {
    Path held = directory.resolve("held");
    assertThat(new ProcessBuilder("mkfifo", held.toString()).start().waitFor()).isZero();
    Process process = run(List.of(), "HELD=" + held);

    // It can be written to when asadmin, in the middle of the start, reads from it.
    try (OutputStream asadmin = Files.newOutputStream(held)) {
      process.destroy();
      asadmin.write("go\n".getBytes(UTF_8));
    }

    assertThat(awaitEnd()).isEqualTo(143);
    assertThat(server()).isEmpty();
    assertThat(directory.resolve("started")).exists();
  }

  @Test
  void withItsParentTheServerIsStopped() throws Exception {
    Process shell =
        run(
            List.of("bash", "-c", "\"$0\" \"$@\" & exec sleep 600"),
            "PLATFORM_STOP_WITH_PARENT=true");
    ProcessHandle server = awaitReady();

    shell.destroy();

    server.onExit().get(1, TimeUnit.MINUTES);
    assertThat(server.isAlive()).isFalse();
  }

  @Test
  void aRefusalIsOneLineAndAWrongConfiguration() throws Exception {
    assertThat(runToTheEnd("NOT_DEPLOYED=Exception: platform: refusing to start: no database"))
        .isEqualTo(78);

    assertThat(output().lines()).containsExactly("platform: refusing to start: no database");
    assertThat(server()).isEmpty();
  }

  @Test
  void whatElseTheServerRefusesIsShown() throws Exception {
    assertThat(runToTheEnd("NOT_DEPLOYED=Error occurred during deployment")).isEqualTo(70);

    assertThat(output().lines())
        .containsExactly(
            "remote failure: Error occurred during deployment",
            "platform: the application was not deployed");
    assertThat(server()).isEmpty();
  }

  @Test
  void aServerThatDoesNotStartIsTold() throws Exception {
    assertThat(runToTheEnd("NOT_STARTED=There is a process already using the admin port 4848"))
        .isEqualTo(70);

    assertThat(output().lines())
        .containsExactly(
            "There is a process already using the admin port 4848",
            "platform: Payara Server did not start");
  }

  @Test
  void aServerThatEndsIsTold() throws Exception {
    runUntilReady().destroyForcibly();

    assertThat(awaitEnd()).isEqualTo(70);
    assertThat(output()).endsWith("platform: Payara Server has ended\n");
  }

  @Test
  void whatTheCheckRefusesIsNotStarted() throws Exception {
    assertThat(runToTheEnd("CHECKED=78")).isEqualTo(78);

    assertThat(directory.resolve("calls")).doesNotExist();
    assertThat(directory.resolve("server")).doesNotExist();
  }

  private ProcessHandle runUntilReady(String... environment) throws Exception {
    run(List.of(), environment);
    return awaitReady();
  }

  private int runToTheEnd(String... environment) throws Exception {
    run(List.of(), environment);
    return awaitEnd();
  }

  private Process run(List<String> parent, String... environment) throws IOException {
    List<String> command = new ArrayList<>(parent);
    command.add(System.getProperty("platform.server-script"));
    command.addAll(List.of(directory.resolve("payara").toString(), ear(), "server"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out.log").toFile());
    builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
    for (String variable : environment) {
      String[] pair = variable.split("=", 2);
      builder.environment().put(pair[0], pair[1]);
    }
    Process process = builder.start();
    script = Optional.of(process);
    return process;
  }

  /** Waits until the log of the server is shown; returns the server. */
  private ProcessHandle awaitReady() throws Exception {
    while (!output().contains("ready at last")) {
      if (script.orElseThrow().waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(output());
      }
    }
    return server().orElseThrow();
  }

  private int awaitEnd() throws Exception {
    assertThat(script.orElseThrow().waitFor(1, TimeUnit.MINUTES)).isTrue();
    return script.orElseThrow().exitValue();
  }

  private Optional<ProcessHandle> server() throws IOException {
    Path pid = directory.resolve("server/domain1/config/pid");
    return Files.exists(pid)
        ? ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
        : Optional.empty();
  }

  private String output() throws IOException {
    return Files.readString(directory.resolve("out.log"));
  }

  private String ear() {
    return directory.resolve("platform.ear").toString();
  }

  private void write(String file, String content) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
    assertThat(path.toFile().setExecutable(true)).isTrue();
  }
}
