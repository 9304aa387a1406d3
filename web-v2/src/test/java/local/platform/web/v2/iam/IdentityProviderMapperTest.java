package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
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
import local.platform.proto.iam.v2.IdentityProvider.OIDC;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityProviderMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Uid ROLE = GROUP.newChild();

  private static final IdentityProviderDraft STORED =
      new IdentityProviderDraft(
          "stored",
          "a stored text",
          Optional.of(ROLE),
          Optional.of(
              new Oidc(
                  "https://issuer.example",
                  "client",
                  new ClientSecret("encrypted"),
                  List.of("email", "profile"),
                  "groups",
                  Optional.of(CorrelationRule.OID_EQUALS_EXTERNAL_ID),
                  true)));

  private final Call call = TestCall.call();

  // Out

  @Test
  void anIdentityProviderLooksAsTheContractSaysWithoutTheSecret() {
    assertThat(json(IdentityProviderMapper.message(provider(STORED))))
        .isEqualTo(
            ("{'uid':'UID','name':'stored','description':'a stored text',"
                    + "'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'updateTime':'2030-01-02T00:00:00.000Z','defaultRole':'ROLE',"
                    + "'oidc':{'issuer':'https://issuer.example','clientId':'client',"
                    + "'additionalScopes':['email','profile'],'groupsClaim':'groups',"
                    + "'correlationRule':'CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID',"
                    + "'pkceEnabled':true}}")
                .replace('\'', '"')
                .replace("UID", UID.value())
                .replace("ROLE", ROLE.value()));
  }

  @Test
  void whatWasNeverChosenIsNotShown() {
    IdentityProviderDraft draft =
        new IdentityProviderDraft(
            "n",
            "",
            Optional.of(ROLE),
            Optional.of(
                new Oidc("i", "c", ClientSecret.NONE, List.of(), "", Optional.empty(), false)));

    assertThat(IdentityProviderMapper.message(provider(draft)).getOidc())
        .isEqualTo(OIDC.newBuilder().setIssuer("i").setClientId("c").build());
  }

  // Create

  @Test
  void whatIsWrittenIsReadBack() {
    for (IdentityProviderDraft draft : List.of(IdentityProviderDraft.EMPTY, STORED)) {
      assertThat(IdentityProviderMapper.draft(call.violations(), message(draft))).isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyRuleIsReadByTheNameByWhichItIsWritten(CorrelationRule rule) {
    IdentityProviderDraft draft =
        draft("{'oidc':{'correlationRule':'CORRELATION_RULE_" + rule.name() + "'}}");

    assertThat(oidc(draft).correlationRule()).contains(rule);
    assertThat(message(draft).getOidc().getCorrelationRule().name()).endsWith(rule.name());
  }

  /** Over gRPC unknown values arrive as numbers. */
  @Test
  void aNumberThatIsNoRuleIsNoted() {
    IdentityProviderMapper.draft(
        call.violations(),
        local.platform.proto.iam.v2.IdentityProvider.newBuilder()
            .setOidc(OIDC.newBuilder().setCorrelationRuleValue(9))
            .build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation(
                "oidc.correlationRule", "must be one of the names of CorrelationRule"));
  }

  @Test
  void aDefaultRoleThatIsNoUidIsNoted() {
    draft("{'defaultRole':'viewer'}");

    assertThat(wrongFields(call)).containsExactly("defaultRole");
  }

  @Test
  void whatTheServerSetsIsNotRead() {
    assertThat(
            draft(
                "{'uid':'x','createTime':'2030-01-01T00:00:00Z','scim':{'enabled':true,'etag':'e'}}"))
        .isEqualTo(IdentityProviderDraft.EMPTY);
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                | name
          default_role        | defaultRole
          oidc.client_id      | oidc.clientId
          oidc.clientSecret   | oidc.clientSecret
          oidc.client_secret  | oidc.clientSecret
          oidc                | oidc.issuer,oidc.clientId,oidc.additionalScopes,oidc.groupsClaim,oidc.pkceEnabled
          oidc,oidc.client_secret | oidc.issuer,oidc.clientId,oidc.clientSecret,oidc.additionalScopes,oidc.groupsClaim,oidc.pkceEnabled
          ''                  | ''
          """)
  void anUpdateSetsTheFieldsOfItsMask(String paths, String fields) {
    assertThat(change(mask(paths), "{}").fields()).isEqualTo(names(fields));
  }

  @Test
  void aReplacementTakesEverythingFromTheBody() {
    IdentityProviderDraft other =
        new IdentityProviderDraft(
            "n",
            "",
            Optional.of(GROUP.newChild()),
            Optional.of(
                new Oidc(
                    "https://other.example",
                    "other",
                    new ClientSecret("new"),
                    List.of(),
                    "",
                    Optional.of(CorrelationRule.SUB_EQUALS_EXTERNAL_ID),
                    false)));

    DraftChange<IdentityProviderDraft> change =
        IdentityProviderMapper.DRAFTS.change(call.violations(), message(other), mask("*"));

    assertThat(change.applyTo(STORED)).isEqualTo(other);
    assertThat(change.sets("oidc")).isTrue();
    assertThat(violations(call)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "oidc", "oidc.issuer,oidc.client_id"})
  void withoutASecretAndARuleTheStoredOnesStay(String paths) {
    DraftChange<IdentityProviderDraft> change =
        change(
            mask(paths),
            "{'oidc':{'issuer':'https://other.example','clientId':'other','clientSecret':''}}");

    Oidc changed = oidc(change.applyTo(STORED));
    assertThat(changed.issuer()).isEqualTo("https://other.example");
    assertThat(changed.clientId()).isEqualTo("other");
    assertThat(changed.clientSecret()).isEqualTo(oidc(STORED).clientSecret());
    assertThat(changed.correlationRule()).isEqualTo(oidc(STORED).correlationRule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "oidc", "oidc.client_secret", "oidc.clientSecret"})
  void aSecretIsReplaced(String paths) {
    DraftChange<IdentityProviderDraft> change =
        change(mask(paths), "{'oidc':{'clientSecret':'new'}}");

    assertThat(oidc(change.applyTo(STORED)).clientSecret()).isEqualTo(new ClientSecret("new"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oidc.client_secret", "oidc.clientSecret", "oidc,oidc.client_secret"})
  void aMaskThatNamesTheSecretItselfRemovesIt(String paths) {
    for (String body : List.of("{}", "{'oidc':{}}", "{'oidc':{'clientSecret':''}}")) {
      assertThat(oidc(change(mask(paths), body).applyTo(STORED)).clientSecret())
          .isEqualTo(ClientSecret.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'oidc':{'clientSecret':''}}",
        "{'oidc':{'client_secret':''}}",
        "{'oidc':{'clientSecret':null}}"
      })
  void withoutAMaskTheKeyInTheBodyRemovesTheSecret(String body) {
    DraftChange<IdentityProviderDraft> change = change(keys(body), body);

    assertThat(change.fields()).containsExactly("oidc.clientSecret");
    assertThat(change.applyTo(STORED))
        .isEqualTo(
            new IdentityProviderDraft(
                STORED.name(),
                STORED.description(),
                STORED.defaultRole(),
                STORED.oidc().map(oidc -> oidc.withClientSecret(ClientSecret.NONE))));
  }

  @Test
  void withoutAMaskTheBodyKeepsWhatItDoesNotName() {
    String body = "{'oidc':{'groupsClaim':'teams'}}";

    Oidc changed = oidc(change(keys(body), body).applyTo(STORED));

    assertThat(changed.groupsClaim()).isEqualTo("teams");
    assertThat(changed.clientSecret()).isEqualTo(oidc(STORED).clientSecret());
  }

  /** Over gRPC an empty secret cannot be told from none. */
  @Test
  void withoutAMaskOverGrpcAnEmptySecretKeepsTheStoredOne() {
    local.platform.proto.iam.v2.IdentityProvider given =
        local.platform.proto.iam.v2.IdentityProvider.newBuilder()
            .setOidc(OIDC.newBuilder().setClientId("other").setClientSecret(""))
            .build();

    DraftChange<IdentityProviderDraft> change =
        IdentityProviderMapper.DRAFTS.change(
            call.violations(), given, FieldMasks.of(FieldMasks.nonDefault(given)));

    assertThat(oidc(change.applyTo(STORED)))
        .isEqualTo(
            new Oidc(
                "https://issuer.example",
                "other",
                oidc(STORED).clientSecret(),
                oidc(STORED).additionalScopes(),
                "groups",
                oidc(STORED).correlationRule(),
                true));
  }

  @Test
  void anotherRuleIsLeftToTheService() {
    DraftChange<IdentityProviderDraft> change =
        change(mask("*"), "{'oidc':{'correlationRule':'CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID'}}");

    assertThat(oidc(change.applyTo(STORED)).correlationRule())
        .contains(CorrelationRule.SUB_EQUALS_EXTERNAL_ID);
    assertThat(oidc(change(mask("oidc.correlation_rule"), "{}").applyTo(STORED)).correlationRule())
        .isEmpty();
  }

  @Test
  void aReplacementWithoutAConfigurationLeavesTheViolationsToTheService() {
    DraftChange<IdentityProviderDraft> change = change(mask("*"), "{'name':'n'}");

    assertThat(change.applyTo(IdentityProviderDraft.EMPTY).oidc()).isEmpty();
    assertThat(oidc(change.applyTo(STORED)).issuer()).isEmpty();
  }

  private FieldMask keys(String body) {
    return read(call, body, local.platform.proto.iam.v2.IdentityProvider.newBuilder());
  }

  private IdentityProviderDraft draft(String body) {
    local.platform.proto.iam.v2.IdentityProvider.Builder provider =
        local.platform.proto.iam.v2.IdentityProvider.newBuilder();
    read(call, body, provider);
    return IdentityProviderMapper.draft(call.violations(), provider.build());
  }

  private DraftChange<IdentityProviderDraft> change(FieldMask mask, String body) {
    local.platform.proto.iam.v2.IdentityProvider.Builder provider =
        local.platform.proto.iam.v2.IdentityProvider.newBuilder();
    read(call, body, provider);
    return IdentityProviderMapper.DRAFTS.change(call.violations(), provider.build(), mask);
  }

  private static local.platform.proto.iam.v2.IdentityProvider message(IdentityProviderDraft draft) {
    return IdentityProviderMapper.message(draft);
  }

  private static Oidc oidc(IdentityProviderDraft draft) {
    return draft.oidc().orElseThrow();
  }

  private static IdentityProvider provider(IdentityProviderDraft draft) {
    return new IdentityProvider(
        UID,
        draft,
        Instant.parse("2030-01-01T00:00:00.120Z"),
        Instant.parse("2030-01-02T00:00:00Z"),
        7);
  }
}
