package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests advisories over REST alone: versions in header fields, and masks of version 1. */
@Deployment.Test
class AdvisoriesRestIT {
  private static final String NOW = "/vulnerabilities/v2/advisories/";
  private static final String NOTE = "{'truePositiveDetermination':{'note':'n'}}";

  private final PlatformClient client;
  private final Advisories advisories;
  private String id;

  AdvisoriesRestIT(PlatformClient client) {
    this.client = client;
    this.advisories = new Advisories(client);
  }

  @BeforeEach
  void createAdvisory() {
    String organization = client.createOrganization("advisories");
    id = advisories.create(organization, "artifact", "CVE-2099-1");
  }

  private String tag() {
    return client.get(NOW + id).header("ETag").orElseThrow();
  }

  private Reply send(String method, String path, String body, String tag) {
    return client.send(method, path, Advisories.json(body), Map.of("If-Match", tag));
  }

  /** The version is read from version 2 of the API, and written with version 1. */
  @Test
  void theETagChangesWithEveryWriteAndIfMatchHoldsIt() {
    String advisory = Advisories.PATH + "/" + id;
    String first = tag();
    assertThat(first).isEqualTo("\"0\"");

    Reply replaced = send("PUT", advisory, "{'aliases':['CVE-2099-1','x']}", first);
    assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    String second = tag();
    String event = "{'advisoryEvent':" + NOTE + "}";
    Reply appended = send("POST", advisory + "/events", event, second);
    assertThat(appended.status()).as(appended.text()).isEqualTo(200);
    String third = tag();
    String path = Advisories.EVENTS + appended.json().path("id").asText();
    Reply changed = send("PUT", path, "{'issue':'i'}", third);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    String fourth = tag();

    assertThat(List.of(first, second, third, fourth)).doesNotHaveDuplicates();
    for (Reply stale :
        List.of(
            send("PUT", advisory, "{}", third),
            send("POST", advisory + "/events", event, third),
            send("PUT", path, "{'status':'APPROVED'}", third),
            client.send("DELETE", advisory, null, Map.of("If-Match", third)))) {
      assertThat(stale.status()).as(stale.text()).isEqualTo(412);
      assertThat(stale.reason()).isEqualTo("ETAG_MISMATCH");
    }
    assertThat(tag()).isEqualTo(fourth);
    assertThat(send("PUT", path, "{'status':'APPROVED'}", fourth).status()).isEqualTo(200);
    Reply deleted = client.send("DELETE", advisory, null, Map.of("If-Match", tag()));
    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.text()).isEqualTo("{}");
  }

  @Test
  void whatMustNotBeThereIsNotWrittenButAppended() {
    Map<String, String> absent = Map.of("If-None-Match", "*");
    String advisory = Advisories.PATH + "/" + id;
    String event = Advisories.json("{'advisoryEvent':" + NOTE + "}");
    Reply appended = client.send("POST", advisory + "/events", event, absent);
    assertThat(appended.status()).as(appended.text()).isEqualTo(200);
    String path = Advisories.EVENTS + appended.json().path("id").asText();
    String before = tag();

    for (Reply refused :
        List.of(
            client.send("PUT", advisory, "{}", absent),
            client.send("PUT", path, Advisories.json("{'issue':'i'}"), absent),
            client.send("DELETE", advisory, null, absent))) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(412);
      assertThat(refused.reason()).isEqualTo("ETAG_MATCH");
    }
    assertThat(tag()).isEqualTo(before);
  }

  @Test
  void whatChangesNothingKeepsTheETag() {
    advisories.replace(id, "{'aliases':['cve-2099-1'],'artifactName':'artifact'}");
    assertThat(tag()).isEqualTo("\"0\"");
    JsonNode event = advisories.append(id, NOTE);
    String before = tag();

    advisories.change(event.path("id").asText(), NOTE);
    advisories.change(event.path("id").asText(), "{'status':'PENDING'}");

    assertThat(tag()).isEqualTo(before);
  }

  @Test
  void aMaskNamesWhatChanges() {
    String body = "{'aliases':['y'],'componentLocation':'/a','author':'ann'}";

    JsonNode located = put(Advisories.PATH + "/" + id, "component_location", body);
    assertThat(located.path("componentLocation").asText()).isEqualTo("/a");
    assertThat(located.path("aliases").toString()).isEqualTo("[\"CVE-2099-1\"]");
    assertThat(located.path("author").asText()).isNotEqualTo("ann");
    JsonNode emptied = put(Advisories.PATH + "/" + id, "aliases,author", "{'author':'ann'}");
    assertThat(emptied.has("aliases")).isFalse();
    assertThat(emptied.path("componentLocation").asText()).isEqualTo("/a");
    assertThat(emptied.path("author").asText()).isEqualTo("ann");
    String event = advisories.append(id, "{'fixNotPlanned':{},'issue':'i'}").path("id").asText();
    JsonNode changed =
        put(
            Advisories.EVENTS + event,
            "fixNotPlanned",
            "{'fixNotPlanned':{'note':'n'},'issue':'j','status':'REJECTED'}");
    assertThat(changed.at("/fixNotPlanned/note").asText()).isEqualTo("n");
    assertThat(changed.path("issue").asText()).isEqualTo("i");
    assertThat(changed.path("status").asText()).isEqualTo("PENDING");
    for (String path : List.of(Advisories.PATH + "/" + id, Advisories.EVENTS + event)) {
      Reply refused = client.send("PUT", path + "?updateMask=nonsense", "{}", Map.of());
      assertThat(refused.violations()).containsExactly("updateMask");
    }
  }

  private JsonNode put(String path, String mask, String body) {
    return Advisories.made(
            client.send("PUT", path + query("updateMask", mask), Advisories.json(body), Map.of()))
        .json();
  }
}
