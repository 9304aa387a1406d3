package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests how much strangers can make the server log, and what never; on Payara Server the log is the
 * server's.
 */
@Deployment.Test
@Tag("jar")
@Isolated("reads what the server logs meanwhile")
class LogIT {
  private static final int TIMES = 300;

  /** Twenty at once, and one in ten seconds; for two levels of a logger, and some minutes. */
  private static final int MAX_LINES = 60;

  private final PlatformClient client;
  private final PlatformProcess process;
  private int logged;

  LogIT(PlatformClient client, PlatformProcess process) {
    this.client = client;
    this.process = process;
  }

  @BeforeEach
  void readLog() {
    logged = process.output().length();
  }

  @Test
  void clientsThatHangUpWriteFewLines() throws IOException {
    for (int i = 0; i < TIMES; i++) {
      hangUp(i % 2 == 0 ? "/iam/v2/roles?page_size=200" : "/iam/v1/roles");
      // Wait for them, so that there are never more than the server has threads for.
      assertThat(client.get("/iam/v2/roles").status()).isEqualTo(200);
    }

    assertFewLines();
    assertThat(lines()).noneMatch(line -> line.contains("\"ERROR\"") || line.contains("\\tat "));
  }

  /** Closing a socket before its answer is read resets the connection. */
  private void hangUp(String path) throws IOException {
    URI url = client.url();
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoLinger(true, 0);
      String request =
          "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(path, client.token());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    }
  }

  @Test
  void wrongTokensWriteFewLinesAndNothingOfThemselves() throws IOException {
    try (HttpIssuer issuer = HttpIssuer.start()) {
      Tenant tenant = Tenant.create(client);
      String identity = tenant.identity(issuer.url(), "somebody-secret");
      Map<String, Object> claims = issuer.claims("somebody-secret", client.claims().getIssuer());
      assertThat(tenant.exchange(issuer.token(claims), identity).status()).isEqualTo(200);
      String header = "{\"alg\":\"ES256\",\"kid\":\"" + issuer.key().getKeyID() + "\"}";
      String wrong = HttpIssuer.token(header, HttpIssuer.json(claims), HttpIssuer.newKey());
      for (int i = 0; i < TIMES; i++) {
        assertThat(tenant.exchange(wrong, identity).status()).isEqualTo(403);
      }

      assertFewLines();
      assertThat(lines())
          .anyMatch(line -> line.contains(issuer.url()))
          .noneMatch(line -> line.contains("somebody-secret") || line.contains("eyJ"));
    }
  }

  /** Browsers and tools send a password by themselves, also where it is not asked for. */
  @Test
  void whatIsSentAsBasicIsNowhere() {
    String group = client.createOrganization("passwords");
    String feed = "/feeds/" + created("/hub/feeds/" + group);
    List<String> sent =
        List.of(
            basic("secret-user:" + client.token()),
            basic("secret-user:secret-password"),
            basic("secret-user"),
            "secret!word");
    PlatformClient nobody = client.withToken("");
    StringBuilder told = new StringBuilder();
    for (String each : sent) {
      Map<String, String> headers = Map.of("Authorization", "Basic " + each);
      for (String path :
          List.of(feed + "/osv/all.zip", feed + "/nothing", "/feeds/", "/iam/v2/groups")) {
        for (String method : List.of("GET", "POST")) {
          Reply reply = nobody.send(method, path, null, headers);
          told.append(reply.headers().map()).append(reply.text()).append('\n');
        }
      }
      nobody.send("POST", feed + "/osv/v1/query", "{", headers);
    }
    told.append(client.get("/metrics").text());
    told.append(String.join("\n", lines()));

    assertThat(told).doesNotContain("secret", client.token());
    assertThat(sent).allSatisfy(each -> assertThat(told).doesNotContain(each));
  }

  private String created(String path) {
    Reply created = client.post(path, "{\"name\": \"private\"}");
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.uid();
  }

  private static String basic(String credentials) {
    return Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  private void assertFewLines() {
    assertThat(lines()).hasSizeLessThan(MAX_LINES);
    assertThat(lines())
        .allSatisfy(line -> assertThatNoException().isThrownBy(() -> JSON.readTree(line)));
  }

  private List<String> lines() {
    return process.output().substring(logged).lines().toList();
  }
}
