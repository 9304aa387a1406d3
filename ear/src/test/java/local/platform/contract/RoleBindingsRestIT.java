package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests role bindings over REST alone: header fields, and invalid batches. */
@Deployment.Test
class RoleBindingsRestIT {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final String VIEWER = BuiltInRole.VIEWER.uid().value();

  private final PlatformClient client;
  private String organization;
  private String identity;

  RoleBindingsRestIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("bindings");
    identity = client.createIdentity(organization);
  }

  @Test
  void aBatchNamesAnUnknownFieldWithItsPlaceAndMakesNothing() {
    String all = "/iam/v2/roleBindings?uidp.descendants_of=" + organization;
    String before = client.get(all).text();
    ObjectNode batch = JSON.createObjectNode().put("parent", organization).put("roleUid", VIEWER);
    batch.withArray("requests").addObject().putObject("roleBinding").put("identityUid", identity);
    batch.withArray("requests").addObject().putObject("roleBinding").put("nonsense", "a");

    Reply refused = client.post("/iam/v2/roleBindings:batchCreate", batch.toString());

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly("requests[1].roleBinding.nonsense");
    assertThat(client.get(all).text()).isEqualTo(before);
  }

  /** Callers are authenticated when the whole request has been read. */
  @ParameterizedTest
  @CsvSource({
    "/iam/v2/roleBindings/, identityUid, roleUid",
    "/iam/v1/rolebindings/, identity, role"
  })
  void whatIsTakenAwayBeforeTheBodyComesCannotBeGrantedAnyMore(
      String path, String identityField, String roleField) throws Exception {
    String leaving = client.createIdentity(organization);
    String grant = client.bind(organization, leaving, BuiltInRole.OWNER.uid().value());
    String body =
        JSON.createObjectNode().put(identityField, identity).put(roleField, VIEWER).toString();

    try (Socket socket = new Socket(client.url().getHost(), client.url().getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      send(
          socket,
          "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n"
                  .formatted(path + organization)
              + "Authorization: Bearer %s\r\nContent-Length: %s\r\n\r\n"
                  .formatted(client.as(leaving).token(), body.length()));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(answer.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      assertThat(answer.readLine()).isEmpty();
      assertThat(client.delete("/iam/v2/roleBindings/" + grant).status()).isEqualTo(200);
      send(socket, body);

      assertThat(answer.readLine()).startsWith("HTTP/1.1 403");
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }
}
