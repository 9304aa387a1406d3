package local.platform.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How much of the logs of advisories is shown. A client of gRPC takes messages of 4 MiB, unless it
 * says otherwise.
 */
@Deployment.Test
class AdvisorySizesIT {
  private static final int MEBIBYTE = 1 << 20;

  /** Number of large events that are more than a mebibyte together. */
  private static final int EVENTS = 20;

  private final PlatformClient client;
  private final GrpcServer grpc;
  private final Advisories advisories;
  private String group;

  AdvisorySizesIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
    this.advisories = new Advisories(client);
  }

  @BeforeEach
  void createGroup() {
    group = client.createGroup(client.createOrganization("sizes"), "large");
  }

  /** Returns an event of about 60 KiB. */
  private static ObjectNode large(String status) {
    ObjectNode event = JSON.createObjectNode().put("status", status);
    ArrayNode versions = event.putObject("patched").putArray("patchedVersions");
    for (int i = 0; i < 240; i++) {
      versions.add(String.format(Locale.ROOT, "%0250d", i));
    }
    return event;
  }

  private String largeAdvisory(int number) {
    String id = advisories.create(group, "artifact", "CVE-2099-" + number);
    advisories.append(id, large("APPROVED").toString());
    for (int i = 1; i < EVENTS; i++) {
      advisories.append(id, large("PENDING").toString());
    }
    return id;
  }

  @Test
  void theNewestEventsAreShownAndTheOneInForceAndPagesEndEarly() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(largeAdvisory(i));
    }
    List<String> all = new ArrayList<>();
    advisories.events(ids.get(0)).forEach(event -> all.add(event.path("id").asText()));
    assertThat(all).hasSize(EVENTS);

    for (Dialect dialect : Dialect.values()) {
      List<JsonNode> rows = pages(client.in(dialect, grpc));
      assertThat(rows)
          .as(dialect.name())
          .extracting(row -> row.path("uid").asText())
          .containsExactlyElementsOf(ids.stream().sorted().toList());
      for (JsonNode row : rows) {
        List<String> shown = new ArrayList<>();
        row.path("events").forEach(event -> shown.add(event.path("uid").asText()));
        assertThat(shown).hasSizeBetween(17, EVENTS - 1);
        if (row.path("uid").asText().equals(ids.get(0))) {
          assertThat(shown.get(0)).as("in force").isEqualTo(all.get(0));
          assertThat(shown.subList(1, shown.size()))
              .isEqualTo(all.subList(EVENTS - shown.size() + 1, EVENTS));
        }
        assertThat(row.path("events").toString().length()).isLessThan(MEBIBYTE + 80 * 1_024);
      }
    }
  }

  private List<JsonNode> pages(PlatformClient by) {
    List<JsonNode> rows = new ArrayList<>();
    String token = "";
    do {
      JsonNode page =
          Advisories.made(
                  by.get(
                      "/vulnerabilities/v2/advisories"
                          + query("uidp.children_of", group, "page_token", token)))
              .json();
      assertThat(page.path("advisories").size()).isBetween(1, 2);
      if (page.has("totalCount")) {
        assertThat(page.path("totalCount").asText()).isEqualTo("5");
      }
      page.path("advisories").forEach(rows::add);
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    return rows;
  }

  /** The findings count as well, which lists leave out. */
  @Test
  void anAdvisoryIsReadWithAMebibyteOfFindings() {
    String id = advisories.create(group, "artifact", "CVE-2099-1");
    String findings = "[\"" + "a".repeat(250 * 1_024) + "\"]";
    ObjectNode event = JSON.createObjectNode();
    event.put("findings", Base64.getEncoder().encodeToString(findings.getBytes(UTF_8)));
    event.putObject("truePositiveDetermination");
    for (int i = 0; i < 6; i++) {
      advisories.append(id, event.toString());
    }

    for (Dialect dialect : List.of(Dialect.REST_V2, Dialect.GRPC_V2)) {
      JsonNode read =
          Advisories.made(client.in(dialect, grpc).get("/vulnerabilities/v2/advisories/" + id))
              .json();
      assertThat(read.path("events")).hasSize(4);
      assertThat(read.path("events")).allMatch(each -> each.has("findings"));
    }
    assertThat(advisories.events(id)).hasSize(6).allMatch(each -> each.has("findings"));
    assertThat(advisories.listed(id).path("events"))
        .hasSize(6)
        .noneMatch(each -> each.has("findings"));
    event.put(
        "findings",
        Base64.getEncoder()
            .encodeToString(("[\"" + "a".repeat(256 * 1_024) + "\"]").getBytes(UTF_8)));
    assertThat(advisories.tryToAppend(id, event.toString()).violations())
        .containsExactly("findings");
  }
}
