package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests that are sent again with their keys: they are written once. */
@Deployment.InBothVersions
@Deployment.DiffersByDialect
@Tag("database")
@Tag("group")
class KeysInBothVersionsIT extends BothVersions {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotent-Replayed";
  private static final int TWINS = 8;

  KeysInBothVersionsIT(PlatformClient client) {
    super(client);
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void whatIsCreatedAgainIsShownAndNotCreatedTwice(Resource resource) {
    String state = resource.state(client, organization, 1).toString();
    String parent = resource.parentIn(client, organization);
    String place = resource.placeIn(client, parent);
    String path = resource.path(place);
    String key = newKey();

    Reply created = written("POST", path, state, key);
    List<String> after = uids(client, resource, resource.listing(parent, place));
    Reply again = repeated("POST", path, state, '"' + key + '"');

    assertThat(again.uid()).isEqualTo(created.uid());
    assertThat(resource.stateOf(again.json())).isEqualTo(resource.stateOf(created.json()));
    assertThat(again.header("ETag")).isEqualTo(created.header("ETag"));
    assertThat(uids(client, resource, resource.listing(parent, place))).isEqualTo(after);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#changed")
  void whatIsChangedAgainIsShownAsItIsNow(Resource resource) {
    String path = resource.path(resource.create(client, organization, 1));
    ObjectNode second = resource.state(client, organization, 2);
    String key = newKey();
    written("PATCH", path + "?updateMask=*", second.toString(), key);
    String first = resource.state(client, organization, 1).toString();
    Reply changed = made(client.patch(path + "?updateMask=*", first));
    String stored = client.get(path).text();

    Reply again = repeated("PATCH", path + "?updateMask=*", second.toString(), key);

    assertThat(again.json()).isEqualTo(changed.json());
    assertThat(client.get(path).text()).isEqualTo(stored);
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#written")
  void aDeletionIsAnsweredAgainAndWhatWasCreatedIsNotFound(Resource resource) {
    String state = resource.state(client, organization, 1).toString();
    String parent = resource.parentIn(client, organization);
    String path = resource.path(resource.placeIn(client, parent));
    String creation = newKey();
    String uid = written("POST", path, state, creation).uid();
    String deletion = newKey();

    Reply deleted = written("DELETE", resource.path(uid), null, deletion);

    assertThat(repeated("DELETE", resource.path(uid), null, deletion).text())
        .isEqualTo(deleted.text());
    Reply again = client.send("POST", path, state, Map.of(HEADER, creation));
    assertThat(again.status()).as(again.text()).isEqualTo(404);
    assertThat(again.header(REPLAYED)).isEmpty();
  }

  @Test
  void theKeyOfAnotherRequestIsRefused() {
    String key = newKey();
    String inner = written("POST", GROUPS + organization, group("a", ""), key).uid();

    assertReused("POST", GROUPS + organization, group("b", ""), key);
    assertReused("POST", GROUPS + inner, group("a", ""), key);
    assertReused("PATCH", GROUPS + inner + "?updateMask=*", group("a", ""), key);
    assertReused("DELETE", GROUPS + inner, null, key);

    assertThat(uids(client, Resource.GROUP, "uidp.children_of", organization))
        .containsExactly(inner);
  }

  private void assertReused(String method, String path, @Nullable String body, String key) {
    Reply refused = client.send(method, path, body, Map.of(HEADER, key));

    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    assertThat(refused.json().path("code").asInt()).isEqualTo(6);
    assertThat(refused.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(refused.text()).doesNotContain(key);
  }

  @Test
  void aCallerSeesNothingByTheKeyOfAnother() {
    PlatformClient other = client.withRole(organization, OWNER);
    String key = newKey();
    String one = written("POST", GROUPS + organization, group("a", ""), key).uid();

    Reply written =
        made(other.send("POST", GROUPS + organization, group("b", ""), Map.of(HEADER, key)));

    assertThat(written.header(REPLAYED)).isEmpty();
    assertThat(written.uid()).isNotEqualTo(one);
  }

  @Test
  void whatIsRepeatedNeedsTheRightThatItNeededBefore() {
    String inner = client.createGroup(organization, "inner");
    PlatformClient owner = client.withRole(inner, OWNER);
    String key = newKey();
    String path = GROUPS + inner;
    made(owner.send("POST", path, group("a", ""), Map.of(HEADER, key)));
    for (String binding : uids(client, Resource.ROLE_BINDING, "uidp.children_of", inner)) {
      made(client.delete(BINDINGS + binding));
    }

    assertDenied(owner.send("POST", path, group("a", ""), Map.of(HEADER, key)));
  }

  @Test
  void whatFailedMayBeSentAgainAndIsTriedAgain() {
    String key = newKey();
    String body = group("a", "");
    Reply refused =
        client.send("POST", GROUPS + organization, group("No Capitals", ""), Map.of(HEADER, key));
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);

    written("POST", GROUPS + organization, body, key);
  }

  @Test
  void ofSeveralAtOnceOneWrites() {
    String key = newKey();
    List<CompletableFuture<Reply>> sent =
        Stream.generate(
                () ->
                    CompletableFuture.supplyAsync(
                        () ->
                            client.send(
                                "POST",
                                GROUPS + organization,
                                group("a", ""),
                                Map.of(HEADER, key))))
            .limit(TWINS)
            .toList();

    List<Reply> replies = sent.stream().map(CompletableFuture::join).toList();

    replies.forEach(BothVersions::made);
    assertThat(replies.stream().map(Reply::uid).distinct()).hasSize(1);
    assertThat(replies).filteredOn(reply -> reply.header(REPLAYED).isEmpty()).hasSize(1);
    assertThat(uids(client, Resource.GROUP, "uidp.children_of", organization)).hasSize(1);
  }

  @Test
  void inADryRunAKeyIsIgnored() {
    String key = newKey();
    Reply tried =
        made(
            client.send(
                "POST",
                GROUPS + organization,
                group("a", ""),
                Map.of(HEADER, key, "Platform-Validate-Only", "true")));
    assertThat(tried.header(REPLAYED)).isEmpty();

    written("POST", GROUPS + organization, group("b", ""), key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "\"\"", "\"open", "a,b"})
  void whatIsNoKeyIsRefusedBeforeAnythingIsWritten(String value) {
    Reply refused =
        client.send("POST", GROUPS + organization, group("a", ""), Map.of(HEADER, value));

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.violations()).containsExactly(HEADER);
    assertThat(uids(client, Resource.GROUP, "uidp.children_of", organization)).isEmpty();
  }

  @Test
  void readsIgnoreIt() {
    for (String value : List.of("key", "two words")) {
      Reply read = client.send("GET", GROUPS + organization, null, Map.of(HEADER, value));

      assertThat(made(read).uid()).isEqualTo(organization);
      assertThat(read.header(REPLAYED)).isEmpty();
    }
  }

  private Reply written(String method, String path, @Nullable String body, String key) {
    Reply reply = made(client.send(method, path, body, Map.of(HEADER, key)));
    assertThat(reply.header(REPLAYED)).isEmpty();
    return reply;
  }

  private Reply repeated(String method, String path, @Nullable String body, String key) {
    Reply reply = made(client.send(method, path, body, Map.of(HEADER, key)));
    assertThat(reply.header(REPLAYED)).hasValue("true");
    return reply;
  }
}
