package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.PlatformService;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.IdentityFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IdentityV1MapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final String HEAD =
      "{'id':'%s','name':'a name','description':'a text','createdAt':'1970-01-01T00:00:01.000Z','updatedAt':'1970-01-01T00:00:02.000Z','lastSeen':'1970-01-01T00:00:03.000Z',"
          .formatted(UID);

  private final Call call = TestCall.call();

  @Test
  void aClaimMatchLooksAsTheContractSays() {
    assertThat(json(IdentityV1Mapper.message(identity(ClaimMatch.of("https://a.test", "b")))))
        .isEqualTo(HEAD + "'claimMatch':{'issuer':'https://a.test','subject':'b'}}");
    ClaimMatch patterns =
        new ClaimMatch(
            Optional.of(TextMatch.pattern("i")),
            Optional.of(TextMatch.pattern("s")),
            Optional.of(TextMatch.pattern("a")),
            Map.of("y", "2", "x", "1"),
            Map.of("z", "3"));
    assertThat(json(IdentityV1Mapper.message(identity(patterns))))
        .isEqualTo(
            HEAD
                + "'claimMatch':{'issuerPattern':'i','subjectPattern':'s','audiencePattern':'a',"
                + "'claims':{'x':'1','y':'2'},'claimPatterns':{'z':'3'}}}");
  }

  @Test
  void keysAreCalledStaticAndExpire() {
    StaticKeys keys = new StaticKeys("https://a.test", "b", "{}", Optional.of(NOW), List.of("c"));

    assertThat(json(IdentityV1Mapper.message(identity(keys))))
        .isEqualTo(
            HEAD
                + "'static':{'issuer':'https://a.test','subject':'b','issuerKeys':'{}',"
                + "'expiration':'2030-01-01T00:00:00.000Z','audiences':['c']}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'issuer':'https://a.test','subject':'b'}
          {'issuerPattern':'i','subjectPattern':'s','audiencePattern':'a'}
          {'issuer':'https://a.test','subject':'b','audience':'c','claims':{'x':'1'},'claimPatterns':{'z':'3'}}
          {'issuer':'','subjectPattern':''}
          {}
          """)
  void aClaimMatchIsReadAsItIsWritten(String claimMatch) {
    Relationship read = draft("{'claimMatch':" + claimMatch + "}").relationship().orElseThrow();

    assertThat(json(IdentityV1Mapper.message(identity(read))))
        .isEqualTo(HEAD + "'claimMatch':" + claimMatch + "}");
  }

  @Test
  void aNewIdentityIsReadMemberByMember() {
    assertThat(
            draft(
                "{'id':'x','name':'a name','description':'a text','company':'x','createdAt':'2030-01-01T00:00:00Z',"
                    + "'claimMatch':{'issuer':'https://a.test','subject':'b'}}"))
        .isEqualTo(
            new IdentityDraft(
                "a name", "a text", "", Optional.of(ClaimMatch.of("https://a.test", "b"))));
  }

  @Test
  void aNewIdentityWithoutRelationshipIsLeftToTheService() {
    assertThat(draft("{}").relationship()).isEmpty();
  }

  @Test
  void keysAreReadAsTheyAre() {
    String keys = "{'issuer':'https://a.test','subject':'b','issuerKeys':'{}','audiences':['c']}";

    assertThat(keys(keys))
        .isEqualTo(new StaticKeys("https://a.test", "b", "{}", Optional.empty(), List.of("c")));
    assertThat(keys("{'expiration':'9999-12-31T23:59:59Z'}").expirationTime())
        .contains(Instant.parse("9999-12-31T23:59:59Z"));
  }

  @Test
  void anUpdateReplacesEverythingButTheCompanyWhichVersionOneDoesNotHave() {
    IdentityDraft stored = new IdentityDraft("n", "d", "c", Optional.of(ClaimMatch.EMPTY));
    DraftChange<IdentityDraft> change =
        IdentityV1Mapper.change(
            call.violations(), message("{'claimMatch':{'issuer':'https://a.test','subject':'b'}}"));

    assertThat(change.fields()).containsExactlyInAnyOrder("name", "description", "relationship");
    assertThat(change.applyTo(stored))
        .isEqualTo(
            new IdentityDraft("", "", "c", Optional.of(ClaimMatch.of("https://a.test", "b"))));
  }

  @Test
  void anUpdateWithoutRelationshipLeavesNothingOfTheStoredOne() {
    DraftChange<IdentityDraft> change = IdentityV1Mapper.change(call.violations(), message("{}"));

    Optional<TextMatch> text = Optional.of(TextMatch.literal("text"));
    Map<Relationship, Relationship> empty =
        Map.of(
            ClaimMatch.of("https://a", "b"),
            ClaimMatch.EMPTY,
            new StaticKeys("i", "s", "k", Optional.of(NOW), List.of("a")),
            StaticKeys.EMPTY,
            new AwsIdentity("123456789012", text, text),
            AwsIdentity.EMPTY,
            new ServicePrincipal(Optional.of(PlatformService.COSIGNED)),
            ServicePrincipal.EMPTY);
    empty.forEach(
        (stored, left) ->
            assertThat(
                    change
                        .applyTo(new IdentityDraft("n", "d", "c", Optional.of(stored)))
                        .relationship())
                .contains(left));
    assertThat(change.applyTo(IdentityDraft.EMPTY).relationship()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'awsIdentity':{'awsAccount':'123456789012','arn':'arn:aws:iam::123456789012:user/ci','userId':'AIDA'}
          'awsIdentity':{'awsAccount':'123456789012','arnPattern':'arn:.*','userIdPattern':'AROA.*'}
          'awsIdentity':{'arn':'','userIdPattern':''}
          'awsIdentity':{}
          'servicePrincipal':'COSIGNED'
          'servicePrincipal':'UNKNOWN'
          """)
  void otherRelationshipsAreReadAsTheyAreWritten(String relationship) {
    Relationship read = draft("{" + relationship + "}").relationship().orElseThrow();

    assertThat(json(IdentityV1Mapper.message(identity(read)))).isEqualTo(HEAD + relationship + "}");
  }

  @ParameterizedTest
  @EnumSource
  void everyServiceHasTheNameOfTheContract(PlatformService service) {
    assertThat(draft("{'servicePrincipal':'" + service + "'}").relationship())
        .contains(new ServicePrincipal(Optional.of(service)));
    assertThat(PlatformServicesV1.message(service).name()).isEqualTo(service.name());
  }

  @Test
  void aServiceThatIsNoneIsNoted() {
    IdentityV1Mapper.draft(
        call.violations(),
        local.platform.proto.iam.v1.Identity.newBuilder().setServicePrincipalValue(14).build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation("servicePrincipal", "must be one of the names of ServicePrincipal"));
  }

  @Test
  void aQueryIsReadMemberByMember() {
    assertThat(
            IdentityV1Mapper.query(
                call,
                IdentityFilter.newBuilder()
                    .setId(UID.value())
                    .setUidp(UIDPFilter.newBuilder().setChildrenOf(GROUP.value()))
                    .build()))
        .isEqualTo(
            ResourceQuery.of(
                new UidpFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(GROUP),
                    false,
                    Optional.of(Set.of(UID)))));
  }

  private StaticKeys keys(String json) {
    return (StaticKeys) draft("{'static':" + json + "}").relationship().orElseThrow();
  }

  private IdentityDraft draft(String json) {
    return IdentityV1Mapper.draft(call.violations(), message(json));
  }

  private local.platform.proto.iam.v1.Identity message(String json) {
    return read(call, json, local.platform.proto.iam.v1.Identity.newBuilder()).build();
  }

  private static Identity identity(Relationship relationship) {
    return new Identity(
        UID,
        new IdentityDraft("a name", "a text", "a company", Optional.of(relationship)),
        Instant.ofEpochSecond(3),
        Instant.ofEpochSecond(1),
        Instant.ofEpochSecond(2),
        7);
  }
}
