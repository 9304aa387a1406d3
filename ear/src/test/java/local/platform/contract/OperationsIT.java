package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.UUID;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Deployment.Test
@Tag("packaging")
class OperationsIT {
  private final PlatformClient client;
  private final PlatformClient anybody;

  OperationsIT(PlatformClient client) {
    this.client = client;
    this.anybody = client.withToken("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "ready", "started"})
  void healthIsToldToAnybody(String kind) {
    Reply health = anybody.get("/health/" + kind);

    assertThat(health.status()).isEqualTo(200);
    assertThat(health.json().path("status").asText()).isEqualTo("UP");
  }

  @Test
  void readinessLooksAtTheDatabaseAndAtEveryModule() {
    JsonNode checks = anybody.get("/health/ready").json().path("checks");

    assertThat(checks)
        .extracting(check -> check.path("name").asText())
        .containsExactlyInAnyOrder("database", "modules", "running");
    for (JsonNode check : checks) {
      if (check.path("name").asText().equals("modules")) {
        assertThat(check.path("data").path("registered").asText()).isEqualTo("v1,v2");
      }
    }
  }

  @Test
  void metricsCountRequestsByOperationAndStatusAndRowsOfListsAndConnections() {
    client.get("/iam/v2/groups?page_size=1");
    client.get("/iam/v2/groups/nonsense");
    client.get("/iam/v1/groups?limit=1");
    client.send("POST", "/iam/v2/groups", "<a/>", Map.of("Content-Type", "text/xml"));
    anybody.get("/iam/v2/groups");

    String metrics = anybody.get("/metrics").text();

    assertThat(metrics)
        .containsPattern(
            "platform_requests_seconds_count\\{[^}]*operation=\"platform.iam.v2.GroupsService/ListGroups\"[^}]*status=\"200\"")
        .containsPattern(
            "platform_requests_seconds_count\\{[^}]*operation=\"platform.iam.v2.GroupsService/GetGroup\"[^}]*status=\"400\"")
        .containsPattern(
            "platform_requests_seconds_count\\{[^}]*operation=\"platform.iam.v2.GroupsService/CreateGroup\"[^}]*status=\"415\"")
        .containsPattern("platform_requests_seconds_count\\{[^}]*status=\"401\"")
        .doesNotContainPattern("seconds\\{[^}]*quantile")
        .containsPattern(
            "platform_requests_seconds_count\\{[^}]*operation=\"platform.iam.Groups/List\"")
        .containsPattern(
            "platform_list_items_count\\{[^}]*operation=\"platform.iam.v2.GroupsService/ListGroups\"")
        .containsPattern("platform_list_items_count\\{[^}]*operation=\"platform.iam.Groups/List\"")
        .containsPattern("platform_db_connections_active\\{")
        .containsPattern("platform_db_connections_limit\\{")
        .containsPattern("platform_db_connection_wait_seconds_count\\{");
  }

  @Test
  void aRequestKeepsItsIdAndGetsOneIfItHasNone() {
    String id = UUID.randomUUID().toString();

    assertThat(
            client.send("GET", "/nothing", null, Map.of("X-Request-Id", id)).header("X-Request-Id"))
        .hasValue(id);
    assertThat(anybody.get("/iam/v2/groups").header("X-Request-Id").orElseThrow()).isNotEmpty();
    assertThat(
            client
                .send("GET", "/iam/v2/groups", null, Map.of("X-Request-Id", "a b\tc"))
                .header("X-Request-Id")
                .orElseThrow())
        .isNotEqualTo("a b\tc");
    assertThat(
            client
                .send(
                    "GET",
                    "/iam/v2/groups",
                    null,
                    Map.of(
                        "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
                .status())
        .isEqualTo(200);
  }
}
