package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.ClientSecret;
import local.platform.iam.idp.CorrelationRule;
import local.platform.iam.idp.IdentityProvider;
import local.platform.iam.idp.IdentityProviderDraft;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import local.platform.proto.iam.v1.IdentityProvider.OIDC;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityProviderV1MapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Uid ROLE = GROUP.newChild();

  private static final Oidc OIDC_STORED =
      new Oidc(
          "https://issuer.example",
          "client",
          new ClientSecret("encrypted"),
          List.of("email", "profile"),
          "groups",
          Optional.of(CorrelationRule.OID_EQUALS_EXTERNAL_ID),
          true);
  private static final IdentityProviderDraft STORED =
      new IdentityProviderDraft(
          "stored", "a stored text", Optional.of(ROLE), Optional.of(OIDC_STORED));

  private final Call call = TestCall.call();

  @Test
  void anIdentityProviderHasNoTimesAndNoSecret() {
    assertThat(json(message(STORED)))
        .isEqualTo(
            ("{'id':'%s','name':'stored','description':'a stored text','defaultRole':'%s',"
                    + "'oidc':{'issuer':'https://issuer.example','clientId':'client',"
                    + "'additionalScopes':['email','profile'],'groupsClaim':'groups',"
                    + "'correlationRule':'CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID',"
                    + "'pkceEnabled':true}}")
                .formatted(UID, ROLE));
  }

  @Test
  void whatIsWrittenIsReadBackWithoutTheSecret() {
    assertThat(IdentityProviderV1Mapper.draft(call.violations(), message(STORED)))
        .isEqualTo(
            new IdentityProviderDraft(
                STORED.name(),
                STORED.description(),
                STORED.defaultRole(),
                Optional.of(OIDC_STORED.withClientSecret(ClientSecret.NONE))));
    assertThat(
            IdentityProviderV1Mapper.draft(call.violations(), message(IdentityProviderDraft.EMPTY)))
        .isEqualTo(IdentityProviderDraft.EMPTY);
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void aNewIdentityProviderIsReadMemberByMember() {
    assertThat(
            IdentityProviderV1Mapper.draft(
                call.violations(),
                read(
                        call,
                        ("{'id':'x','name':'stored','description':'a stored text','defaultRole':'%s',"
                                + "'oidc':{'issuer':'https://issuer.example','client_id':'client',"
                                + "'client_secret':'encrypted','additionalScopes':['email','profile'],"
                                + "'groupsClaim':'groups','correlationRule':2,'pkceEnabled':true},"
                                + "'scim':{'enabled':true}}")
                            .formatted(ROLE),
                        local.platform.proto.iam.v1.IdentityProvider.newBuilder())
                    .build()))
        .isEqualTo(STORED);
  }

  @ParameterizedTest
  @EnumSource
  void everyRuleIsReadByTheNameByWhichItIsWritten(CorrelationRule rule) {
    Oidc oidc = new Oidc("i", "c", ClientSecret.NONE, List.of(), "", Optional.of(rule), true);
    IdentityProviderDraft draft =
        new IdentityProviderDraft("n", "", Optional.of(ROLE), Optional.of(oidc));

    assertThat(message(draft).getOidc().getCorrelationRule().name()).endsWith(rule.name());
    assertThat(IdentityProviderV1Mapper.draft(call.violations(), message(draft))).isEqualTo(draft);
  }

  @Test
  void whatIsNoRuleAndNoUidIsNoted() {
    IdentityProviderV1Mapper.draft(
        call.violations(),
        local.platform.proto.iam.v1.IdentityProvider.newBuilder()
            .setDefaultRole("viewer")
            .setOidc(OIDC.newBuilder().setCorrelationRuleValue(9))
            .build());

    assertThat(wrongFields(call)).containsExactlyInAnyOrder("defaultRole", "oidc.correlationRule");
    assertThat(violations(call))
        .contains(
            new FieldViolation(
                "oidc.correlationRule", "must be one of the names of CorrelationRule"));
  }

  @Test
  void anUpdateReplacesEveryFieldAndEmptiesWhatItLeavesOut() {
    DraftChange<IdentityProviderDraft> change =
        change(
            "{'oidc':{'issuer':'https://other.example','clientSecret':'new','correlationRule':1}}");

    assertThat(change.fields())
        .containsExactlyInAnyOrder("name", "description", "defaultRole", "oidc");
    assertThat(change.applyTo(STORED))
        .isEqualTo(
            new IdentityProviderDraft(
                "",
                "",
                Optional.empty(),
                Optional.of(
                    new Oidc(
                        "https://other.example",
                        "",
                        new ClientSecret("new"),
                        List.of(),
                        "",
                        Optional.of(CorrelationRule.SUB_EQUALS_EXTERNAL_ID),
                        false))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'oidc':{}}",
        "{'oidc':{'clientSecret':'','correlationRule':0}}",
        "{'oidc':{'clientSecret':null}}"
      })
  void anUpdateWithoutASecretAndARuleKeepsThem(String body) {
    Oidc changed = change(body).applyTo(STORED).oidc().orElseThrow();

    assertThat(changed.clientSecret()).isEqualTo(OIDC_STORED.clientSecret());
    assertThat(changed.correlationRule()).isEqualTo(OIDC_STORED.correlationRule());
    assertThat(changed.issuer()).isEmpty();
    assertThat(changed.additionalScopes()).isEmpty();
    assertThat(changed.pkceEnabled()).isFalse();
  }

  @Test
  void anUpdateWithoutAConfigurationIsLeftToTheService() {
    DraftChange<IdentityProviderDraft> change = change("{'name':'n'}");

    assertThat(change.applyTo(STORED).oidc()).isEmpty();
    assertThat(change.applyTo(IdentityProviderDraft.EMPTY).oidc()).isEmpty();
  }

  private DraftChange<IdentityProviderDraft> change(String json) {
    return IdentityProviderV1Mapper.change(
        call.violations(),
        read(call, json, local.platform.proto.iam.v1.IdentityProvider.newBuilder()).build());
  }

  private static local.platform.proto.iam.v1.IdentityProvider message(IdentityProviderDraft draft) {
    return IdentityProviderV1Mapper.message(
        new IdentityProvider(UID, draft, Instant.EPOCH, Instant.EPOCH, 7));
  }
}
