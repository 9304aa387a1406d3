package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.ListeningPorts;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Tenant;
import local.platform.contract.testing.Trap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Tests a server without gRPC and console, which does not allow issuers on this machine or in its
 * network.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ClosedServerIT {
  private PlatformProcess server;

  @BeforeAll
  void start() {
    server =
        PlatformProcess.in(Packaging.JAR, "closed")
            .empty()
            .quickStart()
            .with("PLATFORM_GRPC_PORT", "0")
            .with("PLATFORM_ISSUERS_ALLOW_LOOPBACK", "false")
            .with("PLATFORM_CONSOLE", "false")
            .start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void withPortZeroForGrpcThereIsRestAlone() throws IOException {
    assertThat(server.owner().get("/iam/v2/groups").status()).isEqualTo(200);
    Set<Integer> withoutGrpc = new HashSet<>(server.documentedPorts());
    withoutGrpc.remove(server.grpcPort());
    assertThat(ListeningPorts.of(server.pid())).containsExactlyInAnyOrderElementsOf(withoutGrpc);
  }

  @Test
  void withoutTheConsoleItsPathsAreNotThereAndNobodyIsLedToThem() {
    PlatformClient anybody = server.owner().withToken("");

    assertThat(anybody.get("/console/").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(anybody.get("/console").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(anybody.send("GET", "/", null, Map.of("Accept", "text/html")).status())
        .isEqualTo(401);
  }

  @Test
  void withoutTheSettingNoIssuerLeadsToThisMachineOrItsNetwork() throws Exception {
    try (HttpIssuer issuer = HttpIssuer.start();
        Trap trap = Trap.set()) {
      Tenant tenant = Tenant.create(server.owner());
      String ours = server.owner().claims().getIssuer();
      String identity =
          tenant.identity("claimMatch", Map.of("issuerPattern", ".*", "subject", "alice"));

      for (String scheme : List.of("https://", "http://")) {
        for (String address : addresses()) {
          assertThat(status(tenant, identity, issuer, ours, scheme + address + ":" + trap.port()))
              .as(scheme + address)
              .isIn(401, 403, 503);
        }
        for (String name : names()) {
          assertThat(status(tenant, identity, issuer, ours, scheme + name + ":" + trap.port()))
              .as(scheme + name + ", 503 if nobody here resolves it")
              .isIn(401, 403, 503);
        }
      }

      // Otherwise names of the inner network could be found out. Nothing was asked of either issuer
      // before, because the time to wait would then differ.
      Reply inner =
          exchange(tenant, identity, issuer, ours, "https://localhost:" + trap.port() + "/inner");
      Reply unknown = exchange(tenant, identity, issuer, ours, "https://nobody.invalid");
      assertThat(inner.status()).isEqualTo(503);
      assertThat(inner.text()).isEqualTo(unknown.text());
      assertThat(inner.header("Retry-After")).isEqualTo(unknown.header("Retry-After"));
      server.awaitOutput(
          output ->
              output.contains("its host has an address that is not allowed")
                  && output.contains("nobody.invalid cannot be fetched: UnknownHostException"));

      assertThat(trap.caught()).isFalse();
      assertThat(
              tenant
                  .createIdentity("claimMatch", Map.of("issuer", issuer.url(), "subject", "alice"))
                  .violations())
          .containsExactly("claimMatch.issuer");
      assertThat(tenant.exchange(issuer.token("alice", ours), identity).status()).isEqualTo(403);
      assertThat(issuer.requests()).isZero();
    }
  }

  private static int status(
      Tenant tenant, String identity, HttpIssuer issuer, String audience, String claimedIssuer) {
    return exchange(tenant, identity, issuer, audience, claimedIssuer).status();
  }

  private static Reply exchange(
      Tenant tenant, String identity, HttpIssuer issuer, String audience, String claimedIssuer) {
    Map<String, Object> claims = issuer.claims("alice", audience);
    claims.put("iss", claimedIssuer);
    return tenant.exchange(issuer.token(claims), identity);
  }

  private static List<String> addresses() throws Exception {
    List<String> addresses =
        new ArrayList<>(
            List.of(
                "127.0.0.1",
                "127.8.8.8",
                "[::1]",
                "[::]",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[64:ff9b::127.0.0.1]",
                "[fe80::1]",
                "[fd00::1]",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.0.1",
                "192.168.0.1",
                "169.254.169.254",
                "100.64.0.1"));
    addresses.addAll(Trap.innerHosts());
    return addresses;
  }

  /** Returns names of this machine, and spellings of its address that some resolvers understand. */
  private static List<String> names() throws Exception {
    return List.of(
        "localhost",
        "LOCALHOST",
        "localhost.",
        "0",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        InetAddress.getLocalHost().getHostName());
  }
}
