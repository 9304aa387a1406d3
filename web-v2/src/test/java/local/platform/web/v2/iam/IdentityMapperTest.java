package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.identity.Identities;
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
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.proto.iam.v2.RelationshipType;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final ClaimMatch CLAIM_MATCH = ClaimMatch.of("https://issuer", "a subject");
  private static final ClaimMatch PATTERNS =
      new ClaimMatch(
          Optional.of(TextMatch.pattern("https://.*")),
          Optional.of(TextMatch.pattern("a.*")),
          Optional.of(TextMatch.pattern("b.*")),
          Map.of("z", "1", "m", "2", "a", "3"),
          Map.of("y", "1", "b", "2"));
  private static final StaticKeys STATIC_KEYS =
      new StaticKeys(
          "https://issuer",
          "a subject",
          "{}",
          Optional.of(Instant.parse("2030-06-01T00:00:00.5Z")),
          List.of("an audience"));

  private static final AwsIdentity AWS_IDENTITY =
      new AwsIdentity(
          "123456789012",
          Optional.of(TextMatch.literal("arn:aws:iam::123456789012:user/ci")),
          Optional.of(TextMatch.pattern("AIDA.*")));
  private static final AwsIdentity OTHER_AWS_IDENTITY =
      new AwsIdentity(
          "123456789012",
          Optional.of(TextMatch.pattern("arn:aws:sts::.*")),
          Optional.of(TextMatch.literal("AROAEXAMPLE:ci")));
  private static final ServicePrincipal SERVICE_PRINCIPAL =
      new ServicePrincipal(Optional.of(PlatformService.INGESTER));

  private final Call call = TestCall.call();

  // Out

  @Test
  void anIdentityLooksAsTheContractSays() {
    assertThat(json(IdentityMapper.message(identity("a text", "", CLAIM_MATCH))))
        .isEqualTo(
            ("{'uid':'UID','name':'a name','description':'a text',"
                    + "'lastSeenTime':'2030-01-03T00:00:00.001Z',"
                    + "'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'updateTime':'2030-01-02T00:00:00.000Z',"
                    + "'claimMatch':{'issuer':'https://issuer','subject':'a subject'}}")
                .replace('\'', '"')
                .replace("UID", UID.value()));
  }

  @Test
  void patternsAndFurtherClaimsAreShownByName() {
    assertThat(json(IdentityMapper.message(identity("", "", PATTERNS)).getClaimMatch()))
        .isEqualTo(
            ("{'issuerPattern':'https://.*','subjectPattern':'a.*','audiencePattern':'b.*',"
                    + "'claims':{'a':'3','m':'2','z':'1'},'claimPatterns':{'b':'2','y':'1'}}")
                .replace('\'', '"'));
  }

  @Test
  void staticKeysAreShown() {
    assertThat(json(IdentityMapper.message(identity("", "", STATIC_KEYS)).getStaticKeys()))
        .isEqualTo(
            ("{'issuer':'https://issuer','subject':'a subject','issuerKeys':'{}',"
                    + "'expirationTime':'2030-06-01T00:00:00.500Z','audiences':['an audience']}")
                .replace('\'', '"'));
  }

  @Test
  void anAwsIdentityIsShown() {
    assertThat(json(IdentityMapper.message(identity("", "", AWS_IDENTITY)).getAwsIdentity()))
        .isEqualTo(
            ("{'awsAccount':'123456789012','arn':'arn:aws:iam::123456789012:user/ci',"
                    + "'userIdPattern':'AIDA.*'}")
                .replace('\'', '"'));
    assertThat(json(IdentityMapper.message(identity("", "", OTHER_AWS_IDENTITY)).getAwsIdentity()))
        .isEqualTo(
            ("{'awsAccount':'123456789012','arnPattern':'arn:aws:sts::.*',"
                    + "'userId':'AROAEXAMPLE:ci'}")
                .replace('\'', '"'));
  }

  @Test
  void aServiceIsShownByItsName() {
    assertThat(json(IdentityMapper.message(identity("", "", SERVICE_PRINCIPAL))))
        .contains("\"servicePrincipal\":\"SERVICE_PRINCIPAL_INGESTER\"");
  }

  @Test
  void aCompanyIsShownAndAnEmptyTextIsNot() {
    assertThat(json(IdentityMapper.message(identity("", "a company", CLAIM_MATCH))))
        .contains("\"company\":\"a company\"")
        .doesNotContain("description", "email", "audience", "claims");
  }

  // Create

  @Test
  void whatTheServerSetsIsIgnoredInANewIdentity() {
    assertThat(
            IdentityMapper.draft(
                call.violations(),
                IdentityMapper.message(identity("a text", "a company", CLAIM_MATCH)).toBuilder()
                    .setEmail("a@example.org")
                    .setEmailUnverified("b@example.org")
                    .build()))
        .isEqualTo(new IdentityDraft("a name", "a text", "a company", Optional.of(CLAIM_MATCH)));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (String name : List.of("", "n", " Ä ")) {
      for (String description : List.of("", "d", " Ö ")) {
        for (String company : List.of("", "c", " Ü ")) {
          for (Optional<Relationship> relationship : relationships()) {
            IdentityDraft draft = new IdentityDraft(name, description, company, relationship);

            assertThat(IdentityMapper.draft(call.violations(), IdentityMapper.message(draft)))
                .isEqualTo(draft);
          }
        }
      }
    }
    assertThat(violations(call)).isEmpty();
  }

  private static List<Optional<Relationship>> relationships() {
    return List.of(
        Optional.empty(),
        Optional.of(CLAIM_MATCH),
        Optional.of(PATTERNS),
        Optional.of(STATIC_KEYS),
        Optional.of(AWS_IDENTITY),
        Optional.of(OTHER_AWS_IDENTITY),
        Optional.of(SERVICE_PRINCIPAL),
        Optional.of(ClaimMatch.EMPTY),
        Optional.of(StaticKeys.EMPTY),
        Optional.of(AwsIdentity.EMPTY),
        Optional.of(ServicePrincipal.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void everyServiceHasTheNameOfTheContract(PlatformService service) {
    String body = "{'servicePrincipal':'SERVICE_PRINCIPAL_" + service + "'}";

    assertThat(created(body)).contains(new ServicePrincipal(Optional.of(service)));
    assertThat(PlatformServices.message(service).name()).isEqualTo("SERVICE_PRINCIPAL_" + service);
  }

  /** Over gRPC an enum can be any number. */
  @Test
  void aServiceThatIsNoneIsNoted() {
    IdentityMapper.draft(
        call.violations(),
        local.platform.proto.iam.v2.Identity.newBuilder().setServicePrincipalValue(14).build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation("servicePrincipal", "must be one of the names of ServicePrincipal"));
  }

  @Test
  void anEmptyTextOfAClaimIsNotTakenForNone() {
    assertThat(created("{'awsIdentity':{'arn':'','userIdPattern':''}}"))
        .contains(
            new AwsIdentity(
                "", Optional.of(TextMatch.literal("")), Optional.of(TextMatch.pattern(""))));
    assertThat(created("{'claimMatch':{'issuer':'','subjectPattern':'','audience':''}}"))
        .contains(
            new ClaimMatch(
                Optional.of(TextMatch.literal("")),
                Optional.of(TextMatch.pattern("")),
                Optional.of(TextMatch.literal("")),
                Map.of(),
                Map.of()));
  }

  @Test
  void anExpirationTimeIsCutToMilliseconds() {
    assertThat(created("{'staticKeys':{'expirationTime':'2030-01-01T00:00:00.1239Z'}}"))
        .contains(
            new StaticKeys(
                "", "", "", Optional.of(Instant.parse("2030-01-01T00:00:00.123Z")), List.of()));
  }

  @Test
  void thatANewIdentityHasNoRelationshipIsLeftToTheService() {
    assertThat(created("{}")).isEmpty();
  }

  @Test
  void aTimeThatJsonCannotSayIsRefused() {
    IdentityMapper.draft(call.violations(), expiringTooLate());

    assertThat(violations(call))
        .extracting(FieldViolation::field)
        .containsExactly("staticKeys.expirationTime");
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                              | name
          description,company,name          | name,description,company
          claim_match.issuer                | relationship.claimMatch.issuer
          claimMatch.issuerPattern          | relationship.claimMatch.issuer.pattern
          claim_match.subject_pattern       | relationship.claimMatch.subject.pattern
          claimMatch.audiencePattern        | relationship.claimMatch.audience.pattern
          claim_match.claim_patterns        | relationship.claimMatch.claimPatterns
          static_keys.issuer                | relationship.staticKeys.issuer
          staticKeys.expirationTime         | relationship.staticKeys.expirationTime
          aws_identity.aws_account          | relationship.awsIdentity.awsAccount
          awsIdentity.arn                   | relationship.awsIdentity.arn
          awsIdentity.arnPattern            | relationship.awsIdentity.arn.pattern
          aws_identity.user_id_pattern      | relationship.awsIdentity.userId.pattern
          service_principal                 | relationship.servicePrincipal
          ''                                | ''
          """)
  void anUpdateSetsTheFieldsOfItsMask(String paths, String fields) {
    assertThat(change(mask(paths), "{}").fields()).isEqualTo(names(fields));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"uid,email,emailUnverified,last_seen_time", "createTime,update_time", "company"})
  void whatIsNoPartOfARelationshipLeavesItAlone(String paths) {
    IdentityDraft stored = new IdentityDraft("n", "d", "c", Optional.of(STATIC_KEYS));
    DraftChange<IdentityDraft> change =
        change(mask(paths), "{'claimMatch':{'issuer':'i'},'company':'c'}");

    assertThat(change.sets("relationship")).isFalse();
    assertThat(change.applyTo(stored)).isEqualTo(stored);
  }

  @Test
  void anUpdateTakesItsValuesFromTheBody() {
    IdentityDraft stored = new IdentityDraft("s", "s", "s", Optional.of(STATIC_KEYS));

    assertThat(
            change(
                    mask("*"),
                    "{'name':'n','description':'d','company':'c','claimMatch':"
                        + "{'issuer':'https://issuer','subject':'a subject'}}")
                .applyTo(stored))
        .isEqualTo(new IdentityDraft("n", "d", "c", Optional.of(CLAIM_MATCH)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'claimMatch':{'issuer':'i','subject':'s'}}",
        "{'staticKeys':{'issuer':'i','expirationTime':'2030-01-01T00:00:00Z'}}",
        "{'awsIdentity':{'awsAccount':'1'}}",
        "{'servicePrincipal':'SERVICE_PRINCIPAL_INGESTER'}"
      })
  void aRelationshipOutsideOfTheMaskIsDropped(String body) {
    DraftChange<IdentityDraft> change = change(mask("name,description,company"), body);

    assertThat(change.sets("relationship")).isFalse();
    assertThat(change.applyTo(IdentityDraft.EMPTY).relationship()).isEmpty();
  }

  @Test
  void aTimeOutsideOfTheMaskIsNotLookedAt() {
    DraftChange<IdentityDraft> change =
        IdentityMapper.DRAFTS.change(
            call.violations(), expiringTooLate(), mask("static_keys.issuer"));

    assertThat(violations(call)).isEmpty();
    assertThat(change.applyTo(IdentityDraft.EMPTY).relationship()).contains(StaticKeys.EMPTY);
  }

  @Test
  void aNamedRelationshipThatTheBodyLeavesOutIsNone() {
    DraftChange<IdentityDraft> change = change(mask("claim_match.audience"), "{'name':'n'}");

    assertThat(change.sets("relationship")).isTrue();
    assertThat(change.applyTo(IdentityDraft.EMPTY).relationship()).isEmpty();
  }

  @Test
  void withoutAMaskARelationshipThatIsNullIsTakenAway() {
    String body = "{'claimMatch':null}";
    FieldMask mask = read(call, body, local.platform.proto.iam.v2.Identity.newBuilder());
    IdentityDraft stored = new IdentityDraft("n", "d", "c", Optional.of(PATTERNS));

    assertThat(change(mask, body).applyTo(stored).relationship()).contains(ClaimMatch.EMPTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'claimMatch':{}}                                    | CLAIM_MATCH
          {'staticKeys':{}}                                    | STATIC_KEYS
          {'awsIdentity':{}}                                   | AWS_IDENTITY
          {'servicePrincipal':'SERVICE_PRINCIPAL_UNSPECIFIED'} | SERVICE_PRINCIPAL
          """)
  void withAMaskAnEmptyRelationshipIsWritten(String body, Relationship.Kind kind) {
    assertThat(change(mask("*"), body).applyTo(IdentityDraft.EMPTY).relationship())
        .contains(empty(kind));
  }

  private static Relationship empty(Relationship.Kind kind) {
    return switch (kind) {
      case CLAIM_MATCH -> ClaimMatch.EMPTY;
      case STATIC_KEYS -> StaticKeys.EMPTY;
      case AWS_IDENTITY -> AwsIdentity.EMPTY;
      case SERVICE_PRINCIPAL -> ServicePrincipal.EMPTY;
    };
  }

  @Test
  void aPathThatIsNoFieldIsRefused() {
    change(mask("name,relationship,claim_match.claims.a"), "{}");

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation("updateMask", "there is no field relationship"),
            new FieldViolation("updateMask", "there is no field claim_match.claims.a"));
  }

  // List

  @Test
  void aQueryIsReadMemberByMember() {
    ListIdentitiesRequest request =
        ListIdentitiesRequest.newBuilder()
            .setUidp(UIDPFilter.newBuilder().setChildrenOf(GROUP.value()))
            .setName("a name")
            .setRelationshipType(RelationshipType.RELATIONSHIP_TYPE_STATIC)
            .build();

    assertThat(IdentityMapper.query(call, request))
        .isEqualTo(
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(GROUP),
                        false,
                        Optional.empty()))
                .with(Identities.NAME, Optional.of("a name"))
                .with(Identities.RELATIONSHIP, Optional.of(Relationship.Kind.STATIC_KEYS)));
    assertThat(IdentityMapper.query(call, ListIdentitiesRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  @ParameterizedTest
  @CsvSource({"1, CLAIM_MATCH", "2, STATIC_KEYS", "3, AWS_IDENTITY", "4, SERVICE_PRINCIPAL"})
  void everyTypeOfRelationshipIsAKind(int type, Relationship.Kind kind) {
    assertThat(
            IdentityMapper.query(
                call, ListIdentitiesRequest.newBuilder().setRelationshipTypeValue(type).build()))
        .isEqualTo(
            ResourceQuery.of(UidpFilter.NONE).with(Identities.RELATIONSHIP, Optional.of(kind)));
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void aTypeOfRelationshipThatIsNoneIsNoted() {
    IdentityMapper.query(
        call, ListIdentitiesRequest.newBuilder().setRelationshipTypeValue(5).build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation("relationshipType", "must be one of the names of RelationshipType"));
  }

  private static local.platform.proto.iam.v2.Identity expiringTooLate() {
    local.platform.proto.iam.v2.Identity.Builder identity =
        local.platform.proto.iam.v2.Identity.newBuilder();
    identity
        .getStaticKeysBuilder()
        .setExpirationTime(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE));
    return identity.build();
  }

  private Optional<Relationship> created(String body) {
    return IdentityMapper.draft(call.violations(), message(body)).relationship();
  }

  private DraftChange<IdentityDraft> change(FieldMask mask, String body) {
    return IdentityMapper.DRAFTS.change(call.violations(), message(body), mask);
  }

  private local.platform.proto.iam.v2.Identity message(String body) {
    local.platform.proto.iam.v2.Identity.Builder message =
        local.platform.proto.iam.v2.Identity.newBuilder();
    read(call, body, message);
    return message.build();
  }

  private static Identity identity(String description, String company, Relationship relationship) {
    return new Identity(
        UID,
        new IdentityDraft("a name", description, company, Optional.of(relationship)),
        Instant.parse("2030-01-03T00:00:00.001Z"),
        Instant.parse("2030-01-01T00:00:00.120Z"),
        Instant.parse("2030-01-02T00:00:00Z"),
        7);
  }
}
