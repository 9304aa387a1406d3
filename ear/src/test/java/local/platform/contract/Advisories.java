package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/**
 * Writes advisories by version 1, the only one that does. Its JSON has apostrophes instead of
 * quotation marks.
 */
record Advisories(PlatformClient client) {
  static final String PATH = "/vulnerabilities/v1/advisories";
  static final String EVENTS = "/vulnerabilities/v1/advisory_events/";

  /** Creates an advisory in a group, and returns the answer. */
  JsonNode create(String group, String advisory) {
    return made(tryToCreate(group, advisory)).json();
  }

  /** Creates an advisory of an artifact with an alias, and returns its id. */
  String create(String group, String artifact, String alias) {
    return create(
            group,
            "{'artifactName':'%s','artifactType':'apk','aliases':['%s']}"
                .formatted(artifact, alias))
        .path("id")
        .asText();
  }

  Reply tryToCreate(String group, String advisory) {
    return client.post(PATH, json("{'parentId':'%s','advisory':%s}".formatted(group, advisory)));
  }

  /** Replaces an advisory, and returns the answer. */
  JsonNode replace(String id, String advisory) {
    return made(tryToReplace(id, advisory)).json();
  }

  Reply tryToReplace(String id, String advisory) {
    return client.send("PUT", PATH + "/" + id, json(advisory), Map.of());
  }

  /** Deletes an advisory, which can still be read. */
  void delete(String id) {
    made(client.delete(PATH + "/" + id));
  }

  /** Appends an event to the log of an advisory, and returns the answer. */
  JsonNode append(String id, String event) {
    return made(tryToAppend(id, event)).json();
  }

  Reply tryToAppend(String id, String event) {
    return client.post(PATH + "/" + id + "/events", json("{'advisoryEvent':" + event + "}"));
  }

  /** Changes or reviews an event, and returns the answer. */
  JsonNode change(String event, String changes) {
    return made(tryToChange(event, changes)).json();
  }

  Reply tryToChange(String event, String changes) {
    return client.send("PUT", EVENTS + event, json(changes), Map.of());
  }

  /** Lists advisories, with these parameters. */
  JsonNode list(String... namesAndValues) {
    return made(client.get(PATH + query(namesAndValues))).json();
  }

  /** Returns the advisory with an id, as lists show it. */
  JsonNode listed(String id) {
    return list("id", id).at("/items/0");
  }

  /** Returns all events of an advisory. */
  JsonNode events(String id) {
    return made(client.get(PATH + "/" + id + "/events")).json().path("items");
  }

  static String json(String text) {
    return text.replace('\'', '"');
  }

  static Reply made(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }
}
