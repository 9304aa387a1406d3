package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StartIT {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final Map<String, String> PRODUCTION =
      Map.of("PLATFORM_ISSUER_URL", "https://platform.example", "PLATFORM_KEY_ENCRYPTION_KEY", KEY);
  private static final int CONFIGURATION_ERROR = 78;

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
    try (PlatformProcess server = builder.launch()) {
      assertThat(server.awaitRefusal()).isEqualTo(CONFIGURATION_ERROR);

      List<String> refusals =
          server.output().lines().filter(line -> line.contains("refusing to start")).toList();
      assertThat(refusals).hasSize(1);
      assertThat(refusals.get(0)).contains(named);
      assertThat(server.output()).doesNotContain("a secret of ours").doesNotContain("\tat ");
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
  void aRestartKeepsEverything(Packaging packaging) throws Exception {
    PlatformProcess.Builder builder =
        PlatformProcess.in(packaging, "restarted-" + packaging).quickStart().empty();
    List<String> before = new ArrayList<>();
    PlatformClient owner;
    String path;
    int port;
    try (PlatformProcess first = builder.start()) {
      owner = first.owner();
      port = first.port();
      path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "kept");
      assertThat(owner.patch(path, "{\"description\": \"changed\"}").status()).isEqualTo(200);
      before.add(owner.get(path).text());
      before.add(owner.get("/iam/v2/groups").text());
      before.add(owner.get("/.well-known/jwks.json").text());
      first.stop();
    }
    try (PlatformProcess second =
        builder.with("PLATFORM_HTTP_PORT", String.valueOf(port)).start()) {
      assertThat(Files.getPosixFilePermissions(second.data().resolve("bootstrap-token")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(Files.getPosixFilePermissions(second.data()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThat(second.owner().organization()).isEqualTo(owner.organization());
      assertThat(second.owner().get(path).status()).isEqualTo(200);
      assertThat(
              List.of(
                  owner.get(path).text(),
                  owner.get("/iam/v2/groups").text(),
                  owner.get("/.well-known/jwks.json").text()))
          .isEqualTo(before);
    }
  }

  @Test
  void twoServersThatStartAtOnceOnAnEmptyDatabaseBecomeOneDeployment() {
    TestDatabase.requireMySql();
    try (MySqlServer mySql = MySqlServer.start()) {
      DatabaseSettings database = mySql.createDatabase();
      try (PlatformProcess one = node("node-1", database).launch();
          PlatformProcess two = node("node-2", database).launch()) {
        one.awaitReady();
        two.awaitReady();
        PlatformClient owner = one.owner();

        assertThat(two.owner().organization()).isEqualTo(owner.organization());
        assertThat(two.read("bootstrap-identity")).isEqualTo(one.read("bootstrap-identity"));
        Reply groups = owner.get("/iam/v2/groups");
        assertThat(groups.status()).as(groups.text()).isEqualTo(200);
        assertThat(groups.json().path("groups")).as(groups.text()).hasSize(1);
        String path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "shared");
        PlatformClient ownerAtTwo =
            PlatformClient.of(two.url(), owner.token(), owner.organization());
        assertThat(ownerAtTwo.get(path).text()).isEqualTo(owner.get(path).text());
        assertThat(PlatformClient.of(one.url(), two.owner().token(), "").get(path).status())
            .isEqualTo(200);
      }
    }
  }

  private static PlatformProcess.Builder node(String name, DatabaseSettings database) {
    return PlatformProcess.in(Packaging.JAR, name)
        .empty()
        .quickStart()
        .on(database)
        .with("PLATFORM_ISSUER_URL", "http://127.0.0.1:1")
        .with("PLATFORM_KEY_ENCRYPTION_KEY", KEY);
  }
}
