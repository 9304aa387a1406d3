package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/** Checks that a server which is configured so lets nobody approve what it has written. */
final class FourEyes {
  /** The prefix of the ids of advisories. */
  static final String PREFIX = "ACME";

  private static final String ADVISORIES = "/vulnerabilities/v1/advisories";
  private static final String EVENTS = "/vulnerabilities/v1/advisory_events/";
  private static final String FIXED = "'fixed': {'fixedVersion': '1.0'}";
  private static final String APPROVAL = "{'status': 'APPROVED'}";

  private FourEyes() {}

  static void check(OnMySql running) {
    PlatformClient writer = running.server().owner();
    String group = writer.createGroup(writer.organization(), "advisories");
    PlatformClient changer = writer.withRole(group, BuiltInRole.OWNER.uid().value());
    PlatformClient third = writer.withRole(group, BuiltInRole.OWNER.uid().value());
    Reply advisory =
        send(
            writer,
            "POST",
            ADVISORIES,
            "{'parentId': '%s', 'advisory': {'artifactName': 'a', 'artifactType': 'apk', 'aliases': ['CVE-2099-1']}}"
                .formatted(group));
    assertThat(advisory.json().path("advisoryId").asText()).startsWith(PREFIX + "-");
    String log = ADVISORIES + "/" + advisory.json().path("id").asText() + "/events";

    assertFourEyes(
        send(
            writer, "POST", log, "{'advisoryEvent': {%s, 'status': 'APPROVED'}}".formatted(FIXED)));
    Reply created = send(writer, "POST", log, "{'advisoryEvent': {%s}}".formatted(FIXED));
    String event = EVENTS + created.json().path("id").asText();
    assertFourEyes(send(writer, "PUT", event, APPROVAL));
    assertStatus(send(changer, "PUT", event, "{'fixed': {'fixedVersion': '1.1'}}"), "PENDING");
    assertFourEyes(send(writer, "PUT", event, APPROVAL));
    assertFourEyes(send(changer, "PUT", event, APPROVAL));
    assertFourEyes(
        send(third, "PUT", event, "{'fixed': {'fixedVersion': '1.2'}, 'status': 'APPROVED'}"));

    assertStatus(send(third, "PUT", event, APPROVAL), "APPROVED");

    Reply events = writer.get(log);
    assertThat(events.json().path("items")).as(events.text()).hasSize(1);
    assertThat(events.json().at("/items/0/fixed/fixedVersion").asText()).isEqualTo("1.1");
  }

  private static Reply send(PlatformClient by, String method, String path, String body) {
    return by.send(method, path, body.replace('\'', '"'), Map.of());
  }

  private static void assertFourEyes(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(403);
    assertThat(reply.reason()).isEqualTo("FOUR_EYES");
  }

  private static void assertStatus(Reply reply, String status) {
    assertThat(reply.json().path("status").asText()).as(reply.text()).isEqualTo(status);
  }
}
