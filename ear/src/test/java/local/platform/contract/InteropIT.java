package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A resource that one version and protocol has written is the same in all others. */
@Deployment.Test
@Tag("packaging")
class InteropIT {
  private final PlatformClient client;
  private final GrpcServer grpc;

  InteropIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsWrittenInOneWayIsReadInEveryOther(Resource resource) {
    String organization = client.createOrganization("interop");
    String parent = resource.parentIn(client, organization);
    Dialect[] dialects = Dialect.values();
    for (int i = 0; i < dialects.length; i++) {
      ObjectNode state = resource.state(client, organization, i);
      Reply created = in(dialects[i]).post(resource.path(parent), state.toString());
      assertThat(created.status()).as(created.text()).isEqualTo(200);
      String uid = created.uid();
      assertRead(resource, uid, state, "created by " + dialects[i]);

      Dialect next = dialects[(i + 1) % dialects.length];
      if (resource.canBeChanged()) {
        ObjectNode changed = resource.state(client, organization, i + 1);
        Reply replaced = in(next).replace(resource.path(uid), changed.toString());
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertRead(resource, uid, changed, "changed by " + next);
      }

      Dialect last = dialects[(i + 2) % dialects.length];
      Reply deleted = in(last).delete(resource.path(uid));
      assertThat(deleted.status()).as(deleted.text()).isEqualTo(200);
      for (Dialect dialect : dialects) {
        assertThat(in(dialect).get(resource.path(uid)).status())
            .as("deleted by %s, read by %s", last, dialect)
            .isEqualTo(404);
      }
    }
  }

  private void assertRead(Resource resource, String uid, ObjectNode state, String what) {
    JsonNode time = client.get(resource.path(uid)).json().path("createTime");
    for (Dialect dialect : Dialect.values()) {
      Reply read = in(dialect).get(resource.path(uid));
      assertThat(read.status()).as(read.text()).isEqualTo(200);
      assertThat(resource.stateOf(read.json()))
          .as("%s, read by %s", what, dialect)
          .isEqualTo(state);
      // Version 1 does not show it for every kind.
      if (read.json().has("createTime")) {
        assertThat(read.json().path("createTime")).isEqualTo(time);
      }
    }
  }

  private PlatformClient in(Dialect dialect) {
    return client.in(dialect, grpc);
  }
}
