package local.platform.web.root;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;
import local.platform.proto.auth.WhoAmI;
import local.platform.signin.authn.Introspection;
import local.platform.signin.authn.Introspection.Holding;
import local.platform.signin.authn.Introspection.Role;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class WhoAmIMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid ROLE = new Uid("b".repeat(40));
  private static final Uid IDENTITY = new Uid("a".repeat(40) + "/" + "c".repeat(16));
  private static final Set<Capability> CAPABILITIES =
      Set.of(Capability.TAG_LIST, Capability.IAM_GROUPS_LIST);

  @Test
  void aWholeRoleIsShownWithItsCapabilitiesAndAPartAsCapabilitiesAlone() {
    Role role = new Role(ROLE, "viewer", "sees");

    assertThat(
            json(
                new Holding(GROUP, Optional.of(role), CAPABILITIES),
                new Holding(GROUP, Optional.empty(), CAPABILITIES)))
        .isEqualTo(
            """
            {"issuer":"https://platform.test",\
            "subject":"%2$s",\
            "audience":["one","two"],\
            "expiry":"2030-01-01T01:00:00.000Z",\
            "issuedAt":"2030-01-01T00:00:00.000Z",\
            "capabilities":[\
            {"group":{"id":"%1$s"},\
            "role":{"id":"%3$s","name":"viewer","description":"sees",\
            "capabilities":["groups.list","tag.list"]}},\
            {"group":{"id":"%1$s"},"capabilities":["groups.list","tag.list"]}]}"""
                .formatted(GROUP, IDENTITY, ROLE));
  }

  @Test
  void whoMayDoNothingHasNoCapabilities() {
    assertThat(json()).endsWith("\"issuedAt\":\"2030-01-01T00:00:00.000Z\"}");
  }

  /** Clients rely on the numbers of the API. */
  @Test
  void theNumbersAreThoseOfTheContract() {
    assertThat(WhoAmI.getDescriptor().getFields())
        .extracting(field -> field.getName() + " " + field.getNumber())
        .containsExactly(
            "issuer 1",
            "subject 2",
            "audience 3",
            "expiry 4",
            "issued_at 5",
            "capabilities 101",
            "email 102",
            "profile 103");
  }

  private static String json(Holding... holdings) {
    Introspection introspection =
        new Introspection(
            "https://platform.test",
            IDENTITY,
            List.of("one", "two"),
            Instant.parse("2030-01-01T01:00:00Z"),
            Instant.parse("2030-01-01T00:00:00Z"),
            List.of(holdings));
    return TestCall.json(WhoAmIMapper.message(introspection));
  }
}
