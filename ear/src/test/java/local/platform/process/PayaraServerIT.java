package local.platform.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.FreePorts;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code docs/payara-server.md} lead to the platform on a new Payara Server, beside
 * another application. They are run as they are written; only the addresses, the database and the
 * directories are replaced.
 */
class PayaraServerIT {
  private static final int TOO_LONG_FOR_US = 3 << 20;
  private static final String THREADS_OF_IMPORTS = "concurrent/imports";
  private static final String ASKING_THE_SERVER =
      """
      jcmd=$AS_JAVA/bin/jcmd
      server=$(cat payara6/glassfish/domains/domain1/config/pid)
      """;

  private final int port = FreePorts.next();
  private final int neighbours = FreePorts.next();
  private final int admin = FreePorts.next();
  private final int grpc = FreePorts.next();
  private final Map<String, String> here = new LinkedHashMap<>();

  /** HTTP/1.1: the listener of the neighbour would also upgrade to HTTP/2. */
  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  @TempDir private Path directory;
  private MySqlServer mySql;
  private String exports = "";

  @BeforeEach
  void prepare() throws Exception {
    TestDatabase.requireMySql();
    mySql = MySqlServer.start();
    DatabaseSettings database = mySql.createDatabase();
    here.put("https://platform.example.com", "http://127.0.0.1:" + port);
    here.put("jdbc:mysql://db.example.com/platform", "'" + database.url() + "'");
    here.put("PLATFORM_DB_USER=platform", "PLATFORM_DB_USER=" + database.user());
    here.put("PLATFORM_DB_PASSWORD=…", "PLATFORM_DB_PASSWORD='" + database.password() + "'");
    here.put("ear/target/platform.ear", System.getProperty("platform.ear"));
    here.put("ops/payara/run.sh", System.getProperty("platform.server-script"));
    here.put("127.0.0.1:8090", "127.0.0.1:" + port);
    Files.createDirectories(directory.resolve("ops/payara"));
    Files.writeString(directory.resolve("ops/payara/settings.asadmin"), settings());
    Files.copy(shipped("started.asadmin"), directory.resolve("ops/payara/started.asadmin"));
    run("cp -r '" + System.getProperty("payara.home") + "' payara6");
    // References to classes that the server would give up only when it needs the memory.
    run(
        "sed -i 's|</java-config>|<jvm-options>-XX:SoftRefLRUPolicyMSPerMB=0</jvm-options>&|' payara6/glassfish/domains/domain1/config/domain.xml");
  }

  /** Returns the settings as they are shipped, and the ports of this test on loopback. */
  private String settings() throws IOException {
    String listeners =
        "set configs.config.server-config.network-config.network-listeners.network-listener.";
    return Files.readString(shipped("settings.asadmin"))
            .replace("--listenerport 8090", "--listenerport " + port)
        + listeners
        + "http-listener-1.address=127.0.0.1\n"
        + listeners
        + ("http-listener-1.port=" + neighbours + "\n")
        + listeners
        + "http-listener-2.enabled=false\n"
        + listeners
        + "admin-listener.address=127.0.0.1\n"
        + listeners
        + ("admin-listener.port=" + admin + "\n");
  }

  private static Path shipped(String file) {
    return Path.of(System.getProperty("platform.sources")).resolve("ops/payara").resolve(file);
  }

  @AfterEach
  void stop() throws Exception {
    run("asadmin stop-domain --kill --domaindir payara6/glassfish/domains domain1 || true");
    mySql.close();
  }

  @Test
  void thePlatformRunsBesideAnotherApplicationUntilItIsRemoved() throws Exception {
    String page = Pages.read("docs/payara-server.md");
    Walkthrough install = Walkthrough.in(Walkthrough.section(page, "## Install it"));
    List<Walkthrough.Step> remove =
        Walkthrough.in(Walkthrough.section(page, "## Upgrade and remove it")).steps();
    assertThat(install.steps()).hasSize(4);
    assertThat(remove).hasSize(3);

    exports = exportsOf(install.steps().get(0).commands());
    run(install.steps().get(0).commands());
    run(install.steps().get(1).commands());
    run("asadmin deploy --contextroot /hello --virtualservers server,platform " + neighbour());
    run(install.steps().get(2).commands());
    String login = run(install.steps().get(3).commands()).out();
    String groups = login.substring(login.indexOf('{'));
    assertThat(new Names().values(groups))
        .isEqualTo(new Names().values(install.steps().get(3).answer()));
    String organization = JSON.readTree(groups).path("groups").path(0).path("uid").asText();
    assertImports(organization);
    assertNeighbourIsAlone();
    assertNoWayAround("/iam/v2/groups/" + organization);

    String log = "payara6/glassfish/domains/domain1/logs/server.log";
    String missing = "settings are missing";
    assertThat(directory.resolve(log)).content().doesNotContain(missing);
    run("asadmin create-system-properties fish.payara.shutdowngrace=1");
    run("asadmin set-openapi-configuration --enabled=true");
    run(remove.get(0).commands());
    assertThat(directory.resolve(log))
        .content()
        .containsOnlyOnce(missing)
        .contains(
            missing
                + ", of which docs/payara-server.md says why:"
                + " server-config.microprofile-openapi-configuration.enabled=false"
                + " fish.payara.shutdowngrace=5000");
    assertThat(
            run("curl -sS -H \"Authorization: Bearer $(cat token)\" http://127.0.0.1:8090/iam/v2/groups")
                .out())
        .contains(organization);

    assertRefusalIsTold();

    run(remove.get(1).commands());
    assertThat(get(port, "/iam/v2/groups").statusCode()).isEqualTo(404);
    run(remove.get(2).commands());
    assertNeighbourAnswers(neighbours);
    run("asadmin undeploy hello");
    assertNothingStays();
  }

  /**
   * Of the three deployments that served, one can be held by a cache of the JDK, and one by the
   * timer of the server's connection pools.
   */
  private void assertNothingStays() throws Exception {
    run(
        ASKING_THE_SERVER
            + """
        until [ $($jcmd $server Thread.print | grep -c %s) -eq 0 ] &&
            [ $($jcmd $server VM.classloader_stats | grep -c '[.]EarClassLoader') -le 2 ]; do
          [ $SECONDS -lt 60 ]
          sleep 1
          $jcmd $server GC.run
        done
        """
                .formatted(THREADS_OF_IMPORTS));
  }

  /** An import needs a thread of the server, which ends with the deployment. */
  private void assertImports(String organization) throws Exception {
    ShellOutput imported =
        run(
            "curl -sS -H \"Authorization: Bearer $(cat token)\" --data-binary '{\"name\":\"a\",\"version\":\"1\"}' 'http://127.0.0.1:8090/libraries/artifacts/"
                + organization
                + ":import?ecosystem=java'");
    assertThat(imported.out()).contains("\"DONE\"");
    run(ASKING_THE_SERVER + "$jcmd $server Thread.print | grep " + THREADS_OF_IMPORTS);
  }

  /** A neighbour, on its own listener and on ours, has none of our limits. */
  private void assertNeighbourIsAlone() throws Exception {
    for (int listener : List.of(neighbours, port)) {
      assertNeighbourAnswers(listener);
      HttpRequest post =
          HttpRequest.newBuilder(uri(listener, "/hello/index.jsp"))
              .POST(BodyPublishers.ofByteArray(new byte[TOO_LONG_FOR_US]))
              .build();
      assertThat(client.send(post, BodyHandlers.ofString()).body())
          .contains("hello " + TOO_LONG_FOR_US);
    }
  }

  private void assertNeighbourAnswers(int listener) throws Exception {
    assertThat(get(listener, "/hello/index.jsp").body()).contains("hello");
  }

  /**
   * Expects that requests which the container routes to us by way of the neighbour are refused,
   * since they have not passed the guard.
   */
  private void assertNoWayAround(String path) throws Exception {
    for (String way : List.of("/hello/..", "/hello/%2e%2e")) {
      ShellOutput answer =
          run(
              "curl -sS --path-as-is -o /dev/null -w '%{http_code}' -H \"Authorization: Bearer $(cat token)\" 'http://127.0.0.1:8090"
                  + (way + path)
                  + "'");
      assertThat(answer.out()).as(way).isEqualTo("503");
    }
  }

  /** A wrong setting fails the deployment, and nothing else. */
  private void assertRefusalIsTold() throws Exception {
    run("asadmin undeploy platform");
    run("asadmin create-system-properties platform.db.url='jdbc\\:nonsense'");
    ShellOutput refused =
        shell(
            "asadmin deploy --name platform --contextroot / --virtualservers platform ear/target/platform.ear");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err() + refused.out())
        .contains("platform: refusing to start: PLATFORM_DB_URL must begin with jdbc:mysql:");
    assertNeighbourAnswers(neighbours);
    run("asadmin delete-system-property platform.db.url");
    run(
        "asadmin deploy --name platform --contextroot / --virtualservers platform ear/target/platform.ear");
  }

  private Path neighbour() throws IOException {
    Path war = directory.resolve("hello.war");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      zip.putNextEntry(new ZipEntry("index.jsp"));
      zip.write("hello <%= request.getInputStream().readAllBytes().length %>".getBytes(UTF_8));
    }
    return war;
  }

  private HttpResponse<String> get(int listener, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(listener, path)).build(), BodyHandlers.ofString());
  }

  private static URI uri(int listener, String path) {
    return URI.create("http://127.0.0.1:" + listener + path);
  }

  private static String exportsOf(String commands) {
    return commands
        .lines()
        .filter(line -> line.startsWith("export "))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Runs commands that must succeed. */
  private ShellOutput run(String commands) throws Exception {
    ShellOutput output = shell("set -e\n" + commands);
    assertThat(output.status()).as("%s%n%s%n%s", commands, output.out(), output.err()).isZero();
    return output;
  }

  private ShellOutput shell(String commands) throws Exception {
    String script = exports + commands.replaceAll("(?m)^asadmin ", "asadmin --port " + admin + " ");
    for (Map.Entry<String, String> replacement : here.entrySet()) {
      script = script.replace(replacement.getKey(), replacement.getValue());
    }
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", script).directory(directory.toFile());
    shell
        .environment()
        .put("PATH", directory.resolve("payara6/bin") + ":" + shell.environment().get("PATH"));
    shell.environment().put("AS_JAVA", System.getProperty("java.home"));
    shell.environment().put("PLATFORM_GRPC_PORT", String.valueOf(grpc));
    return ShellOutput.of(shell);
  }
}
