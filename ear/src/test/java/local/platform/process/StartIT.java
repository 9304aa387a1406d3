package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartIT {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final String OTHER_KEY = KEY.replaceFirst("^A", "B");
  private static final String PAGE = "/iam/v2/groups?page_size=1";
  private static final Map<String, String> PRODUCTION =
      Map.of("PLATFORM_ISSUER_URL", "https://platform.example", "PLATFORM_KEY_ENCRYPTION_KEY", KEY);

  /** See sysexits.h. */
  static final int CONFIGURATION_ERROR = 78;

  private static final int WRONG_USAGE = 64;

  /** More than are allowed to one host in some minutes. */
  private static final int FETCHES = 200;

  private final HttpIssuer issuer = HttpIssuer.start();

  @AfterEach
  void stop() {
    issuer.close();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(
            Packaging.JAR,
            Map.of(),
            new String[] {"PLATFORM_ISSUER_URL", "PLATFORM_KEY_ENCRYPTION_KEY"}),
        Arguments.of(
            Packaging.EAR,
            Map.of("PLATFORM_DB_POOL_SIZE", "lots"),
            new String[] {
              "PLATFORM_ISSUER_URL", "PLATFORM_KEY_ENCRYPTION_KEY", "PLATFORM_DB_POOL_SIZE"
            }),
        Arguments.of(
            Packaging.JAR,
            Map.of("PLATFORM_QUICKSTART", "true", "PLATFORM_HTTP_ADDRESS", "0.0.0.0"),
            new String[] {"PLATFORM_HTTP_ADDRESS"}),
        Arguments.of(
            Packaging.JAR,
            Map.of("PLATFORM_QUICKSTART", "true", "PLATFORM_DATA_DIR", "/dev/null/data"),
            new String[] {"/dev/null"}),
        Arguments.of(
            Packaging.JAR,
            Map.of("PLATFORM_QUICKSTART", "true", "PLATFORM_DATA_DIR", "/tmp"),
            new String[] {"can write to the data directory /tmp"}),
        Arguments.of(
            Packaging.JAR,
            Map.of(
                "PLATFORM_QUICKSTART", "true",
                "PLATFORM_GRPC_TLS_CERTIFICATE", "/dev/null",
                "PLATFORM_GRPC_TLS_KEY", "/dev/null"),
            new String[] {"PLATFORM_GRPC_TLS_CERTIFICATE"}),
        Arguments.of(
            Packaging.JAR,
            Map.of("PLATFORM_QUICKSTART", "true", "PLATFORM_BOOTSTRAP_ORGANIZATION", "Capitals"),
            new String[] {"PLATFORM_BOOTSTRAP_ORGANIZATION"}),
        Arguments.of(
            Packaging.JAR,
            Map.of(
                "PLATFORM_QUICKSTART", "true",
                "PLATFORM_DB_URL", "jdbc:mysql://127.0.0.1:1/platform",
                "PLATFORM_DB_USER", "somebody",
                "PLATFORM_DB_PASSWORD", "a secret of ours"),
            new String[] {"127.0.0.1:1"}));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aServerThatMustNotServeSaysWhyInOneLineAndEnds(
      Packaging packaging, Map<String, String> environment, String[] named) {
    PlatformProcess.Builder builder = PlatformProcess.in(packaging, "refused-" + packaging).empty();
    environment.forEach(builder::with);

    assertRefused(builder, named);
  }

  /** Otherwise Java would use a directory with another name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "export PLATFORM_DATA_DIR=\"$PWD/$(printf 'd\\303\\274')\"",
        "mkdir \"$(printf 'd\\303\\274')\"; cd d*"
      })
  void aDirectoryWhoseNameTheLocaleDoesNotHaveIsRefused(String commands) {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "refused-JAR")
            .empty()
            .quickStart()
            .with("LC_ALL", "C")
            .by(commands + "\njava -jar " + System.getProperty("platform.jar"));

    assertRefused(builder, "characters that the locale of this process does not have: set LC_ALL");
  }

  @ParameterizedTest
  @EnumSource
  void portsThatAreTakenAreToldInOneLine(Packaging packaging) throws IOException {
    try (ServerSocket http = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket grpc = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      PlatformProcess.Builder builder =
          PlatformProcess.in(packaging, "refused-" + packaging)
              .empty()
              .quickStart()
              .with("PLATFORM_HTTP_PORT", String.valueOf(http.getLocalPort()))
              .with("PLATFORM_GRPC_PORT", String.valueOf(grpc.getLocalPort()));

      assertRefused(
          builder,
          "PLATFORM_HTTP_PORT: cannot listen at port " + http.getLocalPort(),
          "PLATFORM_GRPC_PORT: cannot listen at port " + grpc.getLocalPort());
    }
  }

  /**
   * Others on the same host have used up what they may fetch, and a proven issuer may still be
   * fetched.
   */
  private void assertProvenStill(PlatformClient owner, String identity) {
    String any =
        Tenant.create(owner)
            .identity("claimMatch", Map.of("issuerPattern", ".*", "subject", "alice"));
    int status = 403;
    for (int i = 0; status == 403 && i < FETCHES; i++) {
      status = login(owner, issuer.url() + "/" + i, any);
    }
    assertThat(status).isEqualTo(503);
    assertThat(login(owner, issuer.url(), identity)).isEqualTo(200);
  }

  private int login(PlatformClient client, String claimedIssuer, String identity) {
    Map<String, Object> claims = issuer.claims("alice", client.claims().getIssuer());
    claims.put("iss", claimedIssuer);
    return client
        .withToken(issuer.token(claims))
        .get("/sts/exchange" + PlatformClient.query("identity", identity))
        .status();
  }

  /**
   * The one line is the whole output: the application server, which would log more, has not
   * started, and nothing that a server needs was created.
   */
  private static void assertRefused(PlatformProcess.Builder builder, String... named) {
    try (PlatformProcess server = builder.launch()) {
      assertThat(server.awaitRefusal()).isEqualTo(CONFIGURATION_ERROR);

      assertThat(server.output().lines().filter(line -> !line.startsWith("Picked up JAVA_TOOL")))
          .singleElement(STRING)
          .startsWith("platform: refusing to start: ")
          .contains(named)
          .doesNotContain("a secret of ours");
      assertThat(server.data()).doesNotExist();
      assertThat(server.data().resolveSibling("server")).doesNotExist();
    }
  }

  @Test
  void withoutTheQuickStartNothingIsOpenAndNoTokenIsWritten() {
    PlatformProcess.Builder builder = PlatformProcess.in(Packaging.JAR, "production").empty();
    PRODUCTION.forEach(builder::with);
    try (PlatformProcess server = builder.with("PLATFORM_TYPO", "a secret of ours").start()) {
      PlatformClient anybody = PlatformClient.of(server.url(), "", "");

      assertThat(anybody.get("/.well-known/openid-configuration").json().path("issuer").asText())
          .isEqualTo("https://platform.example");
      assertThat(anybody.get("/iam/v2/groups").status()).isEqualTo(401);
      assertThat(server.data().resolve("bootstrap-token")).doesNotExist();
      assertThat(server.output().lines().filter(line -> line.contains("PLATFORM_TYPO")))
          .hasSize(1)
          .allMatch(line -> line.contains("WARNING"));
      assertThat(server.output().lines().filter(line -> line.contains("there is no operator")))
          .hasSize(1);
      assertThat(server.output()).doesNotContain("a secret of ours").doesNotContain(KEY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRestartKeepsEverythingAlsoUnderANewKey(Packaging packaging) throws Exception {
    // The machine cannot resolve its own name, and does not need to.
    PlatformProcess.Builder builder =
        PlatformProcess.in(packaging, "restarted-" + packaging)
            .quickStart()
            .empty()
            .withoutOwnName();
    List<String> before = new ArrayList<>();
    PlatformClient owner;
    String path;
    String nextPage;
    int port;
    String identity;
    try (PlatformProcess first = builder.with("TZ", "America/New_York").start()) {
      owner = first.owner();
      port = first.port();
      identity = Tenant.create(owner).identity(issuer.url(), "alice");
      assertThat(login(owner, issuer.url(), identity)).isEqualTo(200);
      PublishedTimes.store(owner);
      path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "kept");
      assertThat(owner.patch(path, "{\"description\": \"changed\"}").status()).isEqualTo(200);
      before.add(owner.get(path).text());
      before.add(owner.get("/iam/v2/groups").text());
      before.add(owner.get("/.well-known/jwks.json").text());
      before.add(PublishedTimes.shown(owner));
      nextPage = owner.get(PAGE).json().path("nextPageToken").asText();
      first.stop();
    }
    try (PlatformProcess second =
        builder
            .with("TZ", "Asia/Tokyo")
            .with("PLATFORM_HTTP_PORT", String.valueOf(port))
            .with("PLATFORM_KEY_ENCRYPTION_KEY", KEY)
            .with("PLATFORM_KEY_ENCRYPTION_KEY_PREVIOUS_FILE", "data/key-encryption-key")
            .start()) {
      for (String file : List.of("bootstrap-token", "key-encryption-key", "platform.mv.db")) {
        assertThat(Files.getPosixFilePermissions(second.data().resolve(file)))
            .as(file)
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
      assertThat(Files.getPosixFilePermissions(second.data()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThat(second.owner().organization()).isEqualTo(owner.organization());
      assertThat(second.owner().get(path).status()).isEqualTo(200);
      assertThat(
              List.of(
                  owner.get(path).text(),
                  owner.get("/iam/v2/groups").text(),
                  owner.get("/.well-known/jwks.json").text(),
                  PublishedTimes.shown(owner)))
          .isEqualTo(before);
      assertThat(owner.get(PAGE + "&page_token=" + nextPage).json().path("groups")).hasSize(1);
      assertProvenStill(owner, identity);

      PlatformProcess.Builder another =
          PlatformProcess.in(packaging, "refused-" + packaging)
              .empty()
              .quickStart()
              .with("PLATFORM_DATA_DIR", second.data().toString());
      assertRefused(another, "in use by another process");
      PlatformProcess.Builder command =
          PlatformProcess.in(packaging, "command-" + packaging)
              .empty()
              .quickStart()
              .with("PLATFORM_HTTP_PORT", String.valueOf(port))
              .with("PLATFORM_DATA_DIR", second.data().toString())
              .with("PLATFORM_KEY_ENCRYPTION_KEY", KEY)
              .arguments("--bootstrap-token", "token");
      assertCommandRefused(command, "in use by another process, which must be stopped first");
      second.stop();
      assertToken(command, second.read("bootstrap-identity"));
      assertCommandRefused(command, "token exists already");
      assertRefused(
          another.with("PLATFORM_KEY_ENCRYPTION_KEY", OTHER_KEY), "the key-encryption key is not");
    }
  }

  private static void assertToken(PlatformProcess.Builder builder, String identity) {
    try (PlatformProcess command = builder.launch()) {
      assertThat(command.awaitEnd()).as(command.output()).isZero();
      String token = Files.readString(command.data().resolveSibling("token"));

      assertThat(PlatformClient.of(command.url(), token, "").identity()).isEqualTo(identity);
      assertThat(command.output()).doesNotContain(token);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertCommandRefused(PlatformProcess.Builder builder, String why) {
    try (PlatformProcess command = builder.launch()) {
      assertThat(command.awaitEnd()).isEqualTo(1);

      assertThat(command.output().lines().filter(line -> !line.startsWith("Picked up JAVA_TOOL")))
          .singleElement(STRING)
          .startsWith("platform: ")
          .contains(why);
    }
  }

  @Test
  void whatNobodyKnowsIsWrongUsage() {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.EAR, "wrong-usage").empty().arguments("--port", "80");
    try (PlatformProcess command = builder.launch()) {
      assertThat(command.awaitEnd()).isEqualTo(WRONG_USAGE);
      assertThat(command.output()).contains("unknown argument --port; see --help");
      assertThat(command.data().resolveSibling("server")).doesNotExist();
    }
  }
}
