package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the method that anybody may call, even with an invalid token. */
@Deployment.InDialects({Dialect.REST_V2, Dialect.GRPC_V2})
@Deployment.DiffersByDialect
@Tag("packaging")
class PingIT {
  private final PlatformClient client;

  PingIT(PlatformClient client) {
    this.client = client;
  }

  @Test
  void thePingOfEachVersionIsAnsweredWhateverTheToken() {
    for (String token : List.of(client.token(), "", "nonsense")) {
      for (String path : List.of("/ping/v2/ping", "/ping/v1/ping")) {
        Reply reply = client.withToken(token).get(path);

        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo("{\"response\":\"pong\"}");
      }
    }
  }
}
