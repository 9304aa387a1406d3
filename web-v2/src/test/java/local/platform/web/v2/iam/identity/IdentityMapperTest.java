package local.platform.web.v2.iam.identity;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.constants;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.error.ErrorCode;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.PlatformException;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityField;
import local.platform.iam.identity.IdentityQuery;
import local.platform.iam.identity.IdentityUpdate;
import local.platform.iam.identity.NewIdentity;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.CreateIdentityRequest;
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.proto.iam.v2.RelationshipType;
import local.platform.proto.iam.v2.UpdateIdentityRequest;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Versioned;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  void aCompanyIsShownAndAnEmptyTextIsNot() {
    assertThat(json(IdentityMapper.message(identity("", "a company", CLAIM_MATCH))))
        .contains("\"company\":\"a company\"")
        .doesNotContain("description", "email", "audience", "claims");
  }

  @Test
  void theVersionComesAlong() {
    Identity identity = identity("", "", CLAIM_MATCH);

    assertThat(IdentityMapper.versioned(identity))
        .isEqualTo(new Versioned<>(IdentityMapper.message(identity), 7));
  }

  @Test
  void aPageShowsItsIdentitiesItsTokenAndItsCounts() {
    Identity identity = identity("", "", CLAIM_MATCH);

    assertThat(
            json(
                IdentityMapper.message(
                    new Page<>(List.of(identity), Optional.of("token"), 5_000_000_000L, 3))))
        .isEqualTo(
            "{\"identities\":["
                + json(IdentityMapper.message(identity))
                + "],\"nextPageToken\":\"token\",\"totalCount\":\"5000000000\",\"skipped\":3}");
    assertThat(json(IdentityMapper.message(new Page<Identity>(List.of(), Optional.empty(), 0, 0))))
        .isEqualTo("{\"identities\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  // Create

  @Test
  void whatTheServerSetsIsIgnoredInANewIdentity() {
    CreateIdentityRequest request =
        CreateIdentityRequest.newBuilder()
            .setParent(GROUP.value())
            .setIdentity(
                IdentityMapper.message(identity("a text", "a company", CLAIM_MATCH)).toBuilder()
                    .setEmail("a@example.org")
                    .setEmailUnverified("b@example.org"))
            .build();

    assertThat(IdentityMapper.newIdentity(call, request))
        .isEqualTo(
            new NewIdentity(
                GROUP,
                "a name",
                "a text",
                "a company",
                Optional.of(CLAIM_MATCH),
                StaticKeys.MAX_LIFETIME));
  }

  @Test
  void everyRelationshipIsReadAsItIsShown() {
    for (Relationship relationship :
        List.of(CLAIM_MATCH, PATTERNS, STATIC_KEYS, ClaimMatch.EMPTY, StaticKeys.EMPTY)) {
      CreateIdentityRequest request =
          CreateIdentityRequest.newBuilder()
              .setParent(GROUP.value())
              .setIdentity(IdentityMapper.message(identity("", "", relationship)))
              .build();

      assertThat(IdentityMapper.newIdentity(call, request).relationship()).contains(relationship);
    }
  }

  @Test
  void anEmptyTextOfAClaimIsNotTakenForNone() {
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'awsIdentity':{'awsAccount':'123456789012'}}               | AWS identities
          {'awsIdentity':{}}                                          | AWS identities
          {'servicePrincipal':'SERVICE_PRINCIPAL_INGESTER'}           | service principals
          {'servicePrincipal':'SERVICE_PRINCIPAL_UNSPECIFIED'}        | service principals
          """)
  void otherRelationshipsAreNotOffered(String body, String what) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> created(body))
        .withMessage("Unimplemented: this server does not offer " + what)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIMPLEMENTED));
  }

  @Test
  void whatIsWrongWithTheFormComesBeforeWhatIsNotOffered() {
    CreateIdentityRequest.Builder request = CreateIdentityRequest.newBuilder();
    read(call, "{'id':1,'awsIdentity':{}}", request.getIdentityBuilder());

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> IdentityMapper.newIdentity(call, request.build()))
        .withMessageStartingWith("Invalid argument: id: unknown field; parent: must be a uid");
  }

  @Test
  void aTimeThatJsonCannotSayIsRefused() {
    CreateIdentityRequest.Builder request =
        CreateIdentityRequest.newBuilder().setParent(GROUP.value());
    request
        .getIdentityBuilder()
        .getStaticKeysBuilder()
        .setExpirationTime(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE));

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> IdentityMapper.newIdentity(call, request.build()))
        .withMessageStartingWith("Invalid argument: staticKeys.expirationTime: must be a time");
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                                            | NAME
          description,company,name                        | NAME,DESCRIPTION,COMPANY
          claim_match.issuer                              | CLAIM_ISSUER
          claimMatch.issuerPattern                        | CLAIM_ISSUER_PATTERN
          claim_match.subject                             | CLAIM_SUBJECT
          claim_match.subject_pattern                     | CLAIM_SUBJECT_PATTERN
          claimMatch.audience                             | CLAIM_AUDIENCE
          claimMatch.audiencePattern                      | CLAIM_AUDIENCE_PATTERN
          claim_match.claims                              | CLAIMS
          claim_match.claim_patterns                      | CLAIM_PATTERNS
          claim_match  | CLAIM_ISSUER,CLAIM_ISSUER_PATTERN,CLAIM_SUBJECT,CLAIM_SUBJECT_PATTERN,CLAIM_AUDIENCE,CLAIM_AUDIENCE_PATTERN,CLAIMS,CLAIM_PATTERNS
          static_keys.issuer                              | KEYS_ISSUER
          static_keys.subject                             | KEYS_SUBJECT
          staticKeys.issuerKeys                           | ISSUER_KEYS
          staticKeys.expirationTime                       | EXPIRATION_TIME
          static_keys.audiences                           | AUDIENCES
          staticKeys   | KEYS_ISSUER,KEYS_SUBJECT,ISSUER_KEYS,EXPIRATION_TIME,AUDIENCES
          uid,email,emailUnverified,last_seen_time        | ''
          createTime,update_time,company                  | COMPANY
          aws_identity,service_principal                  | ''
          ''                                              | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    assertThat(update(mask(paths), "{}").fields())
        .isEqualTo(constants(IdentityField.class, fields));
  }

  @Test
  void everyFieldThatCanBeChangedHasAPath() {
    assertThat(update(mask("*"), "{}").fields()).containsExactlyInAnyOrder(IdentityField.values());
  }

  @Test
  void anUpdateTakesItsValuesFromTheBody() {
    assertThat(
            update(
                mask("*"),
                "{'name':'n','description':'d','company':'c','claimMatch':"
                    + "{'issuer':'https://issuer','subject':'a subject'}}"))
        .isEqualTo(
            new IdentityUpdate(
                UID,
                Set.of(IdentityField.values()),
                "n",
                "d",
                "c",
                Optional.of(CLAIM_MATCH),
                StaticKeys.MAX_LIFETIME,
                CONDITION));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          claim_match.issuer   | {'issuer':'i','subject':'s','audience':'a'}   | i|    |
          claim_match.issuer   | {'issuerPattern':'i','subject':'s'}           |  |    |
          claim_match.issuer_pattern | {'issuerPattern':'i','subject':'s'}     | /i/|  |
          claim_match.issuer_pattern | {'issuer':'i'}                          |  |    |
          claim_match.subject  | {'issuer':'i','subject':'s','audience':'a'}   |  | s  |
          claim_match.subject  | {'subjectPattern':'s'}                        |  |    |
          claim_match.audience | {'issuer':'i','subject':'s','audience':'a'}   |  |    | a
          claim_match.audience | {'audiencePattern':'a'}                       |  |    |
          claim_match.audience_pattern | {'audiencePattern':'a','issuer':'i'}  |  |    | /a/
          claim_match.claims   | {'issuer':'i','subject':'s','audience':'a'}   |  |    |
          """)
  void aPartOfTheBodyOutsideOfTheMaskIsDropped(
      String paths, String body, String issuer, String subject, String audience) {
    assertThat(update(mask(paths), "{'claimMatch':" + body + "}").relationship())
        .contains(
            new ClaimMatch(match(issuer), match(subject), match(audience), Map.of(), Map.of()));
  }

  @Test
  void furtherClaimsOutsideOfTheMaskAreDropped() {
    String body = "{'claimMatch':{'claims':{'a':'b'},'claimPatterns':{'c':'d'}}}";

    assertThat(update(mask("claim_match.claims"), body).relationship())
        .contains(
            new ClaimMatch(
                Optional.empty(), Optional.empty(), Optional.empty(), Map.of("a", "b"), Map.of()));
    assertThat(update(mask("claim_match.claim_patterns"), body).relationship())
        .contains(
            new ClaimMatch(
                Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of("c", "d")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          static_keys.issuer          | i  |    |    | false | false
          static_keys.subject         |    | s  |    | false | false
          static_keys.issuer_keys     |    |    | k  | false | false
          static_keys.expiration_time |    |    |    | true  | false
          static_keys.audiences       |    |    |    | false | true
          static_keys                 | i  | s  | k  | true  | true
          """)
  void aPartOfTheKeysOutsideOfTheMaskIsDropped(
      String paths, String issuer, String subject, String keys, boolean time, boolean audience) {
    assertThat(
            update(
                    mask(paths),
                    "{'staticKeys':{'issuer':'i','subject':'s','issuerKeys':'k',"
                        + "'expirationTime':'2030-01-01T00:00:00Z','audiences':['a']}}")
                .relationship())
        .contains(
            new StaticKeys(
                Optional.ofNullable(issuer).orElse(""),
                Optional.ofNullable(subject).orElse(""),
                Optional.ofNullable(keys).orElse(""),
                Optional.of(Instant.parse("2030-01-01T00:00:00Z")).filter(t -> time),
                audience ? List.of("a") : List.of()));
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
    IdentityUpdate update = update(mask("name,description,company"), body);

    assertThat(update.relationship()).isEmpty();
    assertThat(update.fields()).doesNotContain(IdentityField.CLAIM_ISSUER);
  }

  @Test
  void aTimeOutsideOfTheMaskIsNotLookedAt() {
    UpdateIdentityRequest.Builder request =
        UpdateIdentityRequest.newBuilder().setUpdateMask(mask("static_keys.issuer"));
    request
        .getIdentityBuilder()
        .setUid(UID.value())
        .getStaticKeysBuilder()
        .setExpirationTime(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE));

    assertThat(IdentityMapper.update(call, request.build()).relationship())
        .contains(StaticKeys.EMPTY);
  }

  @Test
  void aNamedRelationshipThatTheBodyLeavesOutIsNone() {
    IdentityUpdate update = update(mask("claim_match.audience"), "{'name':'n'}");

    assertThat(update.fields()).containsExactly(IdentityField.CLAIM_AUDIENCE);
    assertThat(update.relationship()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          *                       | {'awsIdentity':{'awsAccount':'1'}}
          *                       | {'awsIdentity':{}}
          aws_identity            | {'awsIdentity':{'arn':'a'}}
          awsIdentity.userId      | {'awsIdentity':{'arn':'a'}}
          *                       | {'servicePrincipal':1}
          servicePrincipal        | {'servicePrincipal':1}
          """)
  void whatIsNotOfferedCannotBeSet(String paths, String body) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> update(mask(paths), body))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIMPLEMENTED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'claimMatch':{'audience':'a'}}                 | CLAIM_AUDIENCE
          {'claimMatch':{'audience':null}}                | CLAIM_AUDIENCE
          {'claimMatch':{'issuerPattern':'a','claims':{}}}| CLAIM_ISSUER_PATTERN,CLAIMS
          {'staticKeys':{'audiences':[]},'name':'n'}      | AUDIENCES,NAME
          {'staticKeys':{'expirationTime':null}}          | EXPIRATION_TIME
          {'name':'','description':null}                  | NAME,DESCRIPTION
          {'uid':'x','createTime':'2030-01-01T00:00:00Z'} | ""
          {}                                              | ""
          """)
  void withoutAMaskTheFieldsOfTheBodyChange(String body, String fields) {
    assertThat(updateWithoutMask(body).fields()).isEqualTo(constants(IdentityField.class, fields));
  }

  /** It names no part that would change, so that it cannot replace another relationship either. */
  @ParameterizedTest
  @ValueSource(strings = {"{'claimMatch':{}}", "{'staticKeys':{}}"})
  void withoutAMaskAnEmptyRelationshipChangesNothing(String body) {
    IdentityUpdate update = updateWithoutMask(body);

    assertThat(update.fields()).isEmpty();
    assertThat(update.relationship()).isEmpty();
  }

  @Test
  void withoutAMaskARelationshipThatIsNullIsTakenAway() {
    IdentityUpdate update = updateWithoutMask("{'claimMatch':null}");

    assertThat(update.fields())
        .containsExactlyInAnyOrder(
            IdentityField.CLAIM_ISSUER,
            IdentityField.CLAIM_ISSUER_PATTERN,
            IdentityField.CLAIM_SUBJECT,
            IdentityField.CLAIM_SUBJECT_PATTERN,
            IdentityField.CLAIM_AUDIENCE,
            IdentityField.CLAIM_AUDIENCE_PATTERN,
            IdentityField.CLAIMS,
            IdentityField.CLAIM_PATTERNS);
    assertThat(update.relationship()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'claimMatch':{}}", "{'staticKeys':{}}"})
  void withAMaskAnEmptyRelationshipIsWritten(String body) {
    assertThat(update(mask("*"), body).relationship())
        .contains(body.contains("claimMatch") ? ClaimMatch.EMPTY : StaticKeys.EMPTY);
  }

  @Test
  void aPathThatIsNoFieldIsRefused() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> update(mask("name,relationship,claim_match.claims.a"), "{}"))
        .withMessage(
            "Invalid argument: updateMask: there is no field relationship;"
                + " updateMask: there is no field claim_match.claims.a");
  }

  @Test
  void anUpdateOfWhatIsNoUidIsRefused() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> IdentityMapper.update(call, UpdateIdentityRequest.getDefaultInstance()))
        .withMessageStartingWith("Invalid argument: uid: must be a uid");
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
            new IdentityQuery(
                new UidpFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(GROUP),
                    false,
                    Optional.empty()),
                Optional.of("a name"),
                Optional.of(Relationship.Kind.STATIC_KEYS)));
    assertThat(IdentityMapper.query(call, ListIdentitiesRequest.getDefaultInstance()))
        .isEqualTo(new IdentityQuery(UidpFilter.NONE, Optional.empty(), Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({"1, CLAIM_MATCH", "2, STATIC_KEYS", "3, AWS_IDENTITY", "4, SERVICE_PRINCIPAL"})
  void everyTypeOfRelationshipIsAKind(int type, Relationship.Kind kind) {
    assertThat(
            IdentityMapper.query(
                    call, ListIdentitiesRequest.newBuilder().setRelationshipTypeValue(type).build())
                .kind())
        .contains(kind);
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void aTypeOfRelationshipThatIsNoneIsNoted() {
    IdentityMapper.query(
        call, ListIdentitiesRequest.newBuilder().setRelationshipTypeValue(5).build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation(
                "relationship_type", "must be one of the names of RelationshipType"));
  }

  @Test
  void aPageIsAskedForAsTheClientSaidIt() {
    ListIdentitiesRequest request =
        ListIdentitiesRequest.newBuilder()
            .setPageSize(-1)
            .setPageToken("token")
            .setOrderBy("name desc")
            .setSkip(-2)
            .build();

    assertThat(IdentityMapper.page(call, request))
        .isEqualTo(new PageRequest(-1, "token", "name desc", -2, call.violations()));
  }

  private Optional<Relationship> created(String body) {
    CreateIdentityRequest.Builder request =
        CreateIdentityRequest.newBuilder().setParent(GROUP.value());
    read(call, body, request.getIdentityBuilder());
    return IdentityMapper.newIdentity(call, request.build()).relationship();
  }

  private IdentityUpdate update(FieldMask mask, String body) {
    UpdateIdentityRequest.Builder request = UpdateIdentityRequest.newBuilder().setUpdateMask(mask);
    read(call, body, request.getIdentityBuilder());
    request.getIdentityBuilder().setUid(UID.value());
    return IdentityMapper.update(call, request.build());
  }

  private IdentityUpdate updateWithoutMask(String body) {
    return update(read(call, body, local.platform.proto.iam.v2.Identity.newBuilder()), body);
  }

  /** A pattern stands between slashes. */
  private static Optional<TextMatch> match(String text) {
    return Optional.ofNullable(text)
        .map(
            t ->
                t.startsWith("/")
                    ? TextMatch.pattern(t.substring(1, t.length() - 1))
                    : TextMatch.literal(t));
  }

  private static Identity identity(String description, String company, Relationship relationship) {
    return new Identity(
        UID,
        "a name",
        description,
        company,
        relationship,
        Instant.parse("2030-01-03T00:00:00.001Z"),
        Instant.parse("2030-01-01T00:00:00.120Z"),
        Instant.parse("2030-01-02T00:00:00Z"),
        7);
  }
}
