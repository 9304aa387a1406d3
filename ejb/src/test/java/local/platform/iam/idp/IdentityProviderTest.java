package local.platform.iam.idp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import org.junit.jupiter.api.Test;

class IdentityProviderTest {
  private static final String SECRET = "secret of the client";

  private static final Oidc OIDC =
      new Oidc(
          "https://issuer.example",
          "client",
          new ClientSecret(SECRET),
          List.of("email"),
          "groups",
          Optional.of(CorrelationRule.OID_EQUALS_EXTERNAL_ID),
          true);
  private static final IdentityProviderDraft DRAFT =
      new IdentityProviderDraft("name", "text", Optional.of(Uid.newRoot()), Optional.of(OIDC));

  @Test
  void callersSeeEverythingButTheSecret() {
    IdentityProvider provider =
        new IdentityProvider(Uid.newRoot().newChild(), DRAFT, Instant.EPOCH, Instant.EPOCH, 0);

    assertThat(provider.draft())
        .isEqualTo(
            new IdentityProviderDraft(
                DRAFT.name(),
                DRAFT.description(),
                DRAFT.defaultRole(),
                Optional.of(OIDC.withClientSecret(ClientSecret.NONE))));
  }

  @Test
  void noTextForLogsHasTheSecret() {
    assertThat(DRAFT.toString()).doesNotContain(SECRET).contains("ClientSecret[set]");
    assertThat(ClientSecret.NONE.toString()).isEqualTo("ClientSecret[none]");
  }

  @Test
  void aReplacementKeepsTheSecretAndTheRuleThatItLeavesOut() {
    Oidc without = new Oidc("i", "c", ClientSecret.NONE, List.of(), "", Optional.empty(), false);

    assertThat(without.keeping(OIDC))
        .isEqualTo(
            new Oidc("i", "c", OIDC.clientSecret(), List.of(), "", OIDC.correlationRule(), false));
    assertThat(OIDC.keeping(without)).isEqualTo(OIDC);
  }
}
