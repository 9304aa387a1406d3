package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of advisories, which version 1 writes. */
final class AdvisorySample implements Sample {
  private static final Version1Words WORDS = new Words();
  private static final String EVENT = "{\"advisoryEvent\": {\"fixNotPlanned\": {}}}";
  private static final String EVENTS = "/vulnerabilities/v1/advisory_events/";

  /** Has events, whose states and reasons have a prefix in version 2. */
  private static final class Words extends Version1Words {
    private static final Names EVENT =
        Names.of("uid=id", "createTime=timestamp", "reviewState=status");
    private static final Names SCAN =
        Names.of("subpackage=subpackageName", "component=componentName");

    /** The parameters of lists. */
    private static final Map<String, String> FILTERS =
        Map.ofEntries(
            Map.entry("advisory_ids", "advisory_ids"),
            Map.entry("legacy_advisory_ids", "legacy_advisory_ids"),
            Map.entry("artifact_names", "artifact_name"),
            Map.entry("artifact_types", "artifact_type"),
            Map.entry("artifact_architectures", "artifact_architecture"),
            Map.entry("component_names", "component_name"),
            Map.entry("component_types", "component_type"),
            Map.entry("component_locations", "component_location"),
            Map.entry("aliases", "aliases"),
            Map.entry("origin", "origin"),
            Map.entry("event_review_states", "event_statuses"),
            Map.entry("event_authors", "event_author"),
            Map.entry("exclude_event_authors", "exclude_event_author"),
            Map.entry("event_reviewers", "event_reviewer"),
            Map.entry("event_types", "event_types"),
            Map.entry("latest_event_type", "latest_event_type"),
            Map.entry("page_size", "page_size"),
            Map.entry("page_token", "page_token"));

    Words() {
      super(
          "advisories",
          "/vulnerabilities/v1/advisories",
          Names.of(
              "uid=id",
              "advisoryId",
              "createTime=createdAt",
              "updateTime=updatedAt",
              "deleteTime=deletedAt",
              "author",
              "artifactName",
              "artifactType",
              "artifactArchitecture",
              "componentName",
              "componentLocation",
              "componentType",
              "aliases",
              "events",
              "legacyAdvisoryId=legacyAdvisoryID"));
    }

    /** Version 2 shows what may be empty even if it is. */
    @Override
    public ObjectNode shown(JsonNode answer) {
      ObjectNode shown = super.shown(answer);
      for (String name : List.of("artifactArchitecture", "componentLocation")) {
        if (!shown.has(name)) {
          shown.put(name, "");
        }
      }
      if (shown.has("events")) {
        shown.set("events", events(shown.get("events")));
      }
      return shown;
    }

    private static JsonNode events(JsonNode value) {
      ArrayNode events = JSON.createArrayNode();
      for (JsonNode each : value) {
        ObjectNode event = (ObjectNode) renamed(each, EVENT::shown);
        event.put("reviewState", "REVIEW_STATE_" + event.path("reviewState").asText());
        if (event.path("falsePositiveDetermination") instanceof ObjectNode determination) {
          determination.put("type", "TYPE_" + determination.path("type").asText());
        }
        if (event.path("detection") instanceof ObjectNode detection && detection.has("scanv1")) {
          detection.set("scanv1", renamed(detection.get("scanv1"), SCAN::shown));
        }
        events.add(event);
      }
      return events;
    }

    @Override
    public Optional<String> parameter(String name) {
      return name.startsWith("uidp.") ? Optional.of(name) : Optional.ofNullable(FILTERS.get(name));
    }
  }

  @Override
  public String area() {
    return "vulnerabilities";
  }

  @Override
  public String type() {
    return "Advisory";
  }

  @Override
  public String plural() {
    return "advisories";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.ADVISORIES_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> itself = UnaryOperator.identity();
    UnaryOperator<String> advisory = routes.target(this);
    UnaryOperator<String> event = group -> append(routes.client(), advisory.apply(group));
    String oldPath = Routes.oldPath(this);
    String body =
        "{\"parentId\": \"UID\","
            + " \"advisory\": {\"artifactName\": \"a\", \"artifactType\": \"b\"}}";
    Capability updating = Capability.ADVISORIES_UPDATE;
    return List.of(
        new Route("GET", Routes.path(this), "", advisory, Capability.ADVISORIES_LIST),
        new Route("POST", WORDS.path(), body, itself, Capability.ADVISORIES_CREATE),
        new Route("PUT", oldPath, "{\"componentLocation\": \"/\"}", advisory, updating),
        new Route("DELETE", oldPath, "", advisory, Capability.ADVISORIES_DELETE),
        new Route("POST", oldPath + "UID/events", EVENT, advisory, Capability.ADVISORIES_CREATE),
        new Route("PUT", EVENTS, "{\"issue\": \"changed\"}", event, updating),
        new Route(
            "PUT",
            EVENTS,
            "{\"status\": \"REJECTED\"}",
            event,
            updating,
            Capability.ADVISORIES_APPROVE));
  }

  /** Appends an event to an advisory; returns its uid. */
  private static String append(PlatformClient client, String advisory) {
    return made(client.rest().post(WORDS.path() + "/" + advisory + "/events", EVENT));
  }

  @Override
  public String create(PlatformClient client, String parent, ObjectNode state) {
    ObjectNode body = JSON.createObjectNode().put("parentId", parent);
    body.set("advisory", state);
    return made(client.rest().post(WORDS.path(), body.toString()));
  }

  private static String made(Reply reply) {
    if (reply.status() != 200) {
      throw new AssertionError(reply.text());
    }
    return reply.json().path("id").asText();
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state =
        JSON.createObjectNode()
            .put("author", "author " + number)
            .put("artifactName", "name " + number)
            .put("artifactType", "apk")
            .put("artifactArchitecture", "x86_64")
            .put("componentName", "component " + number)
            .put("componentLocation", "/usr/lib")
            .put("componentType", "go-module");
    state.putArray("aliases").add("CVE-2099-" + number).add("GHSA-" + number);
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of(
        "author",
        "artifactName",
        "artifactType",
        "artifactArchitecture",
        "componentName",
        "componentLocation",
        "componentType",
        "aliases");
  }

  @Override
  public boolean hasName() {
    return false;
  }

  @Override
  public void name(ObjectNode state, String name) {
    state.put("artifactName", name);
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }
}
