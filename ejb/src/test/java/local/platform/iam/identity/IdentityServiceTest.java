package local.platform.iam.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.kind.Resources;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdentityServiceTest {
  private static final ClaimMatch MATCH = ClaimMatch.of("https://issuer.test", "subject");
  private static final ClaimMatch OTHER = ClaimMatch.of("https://issuer.test", "other");
  private static final StaticKeys KEYS =
      new StaticKeys("https://issuer.test", "subject", World.keySet(), Optional.empty(), List.of());
  private static final AwsIdentity AWS =
      new AwsIdentity(
          "123456789012",
          Optional.of(TextMatch.literal("arn:aws:iam::123456789012:user/ci")),
          Optional.of(TextMatch.literal("AIDACKCEVSQ6C2EXAMPLE")));
  private static final ServicePrincipal PRINCIPAL =
      new ServicePrincipal(Optional.of(PlatformService.COSIGNED));
  private static final List<Relationship> EACH_KIND = List.of(MATCH, KEYS, AWS, PRINCIPAL);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final Uid OWNER = BuiltInRole.OWNER.uid();
  private static final Uid VIEWER = BuiltInRole.VIEWER.uid();

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private IdentityService identities;
  private Resources<IdentityDraft, Identity> identityResources;
  private Uid root;
  private Uid group;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    world = new World(services);
    identities = services.identityService();
    identityResources = services.identityResources();
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
  }

  @ParameterizedTest
  @EnumSource
  void aRelationshipIsRequiredWithItsParts(TestDatabase database) {
    start(database);

    assertThat(told(Optional.empty())).contains("fields=relationship");
    assertThat(told(Optional.of(ClaimMatch.EMPTY)))
        .contains("fields=relationship.claimMatch.issuer,relationship.claimMatch.subject");
    assertThat(told(Optional.of(StaticKeys.EMPTY)))
        .contains(
            "fields=relationship.staticKeys.issuer,relationship.staticKeys.subject,relationship.staticKeys.issuerKeys");
    assertThat(told(Optional.of(AwsIdentity.EMPTY)))
        .contains(
            "fields=relationship.awsIdentity.awsAccount,relationship.awsIdentity.arn,relationship.awsIdentity.userId");
    assertThat(told(Optional.of(ServicePrincipal.EMPTY)))
        .contains("fields=relationship.servicePrincipal");
    assertThat(services.existsIn(group, services.identities().inGroup())).isFalse();
  }

  /** A value of the greatest length fits its column and is returned unchanged. */
  @ParameterizedTest
  @EnumSource
  void theLongestPartsAreStored(TestDatabase database) {
    start(database);
    for (RelationshipBounds bound : RelationshipBounds.values()) {
      Relationship longest = bound.longest(clock.instant());
      Identity identity = world.identity(group, longest);
      assertThat(identity.draft().relationship()).as("%s", bound).hasValue(longest);
      assertThat(identityResources.get(owner, identity.uid())).as("%s", bound).isEqualTo(identity);
    }
  }

  /** {@link RelationshipRulesTest} tests everything that is refused. */
  @ParameterizedTest
  @EnumSource
  void whatTheRulesRefuseIsNeitherStoredNorTakenFromAChange(TestDatabase database) {
    start(database);
    Uid uid = world.identity(root, MATCH).uid();
    Identity before = identityResources.get(owner, uid);
    for (RelationshipBounds bound : RelationshipBounds.values()) {
      Relationship tooLong = bound.tooLong(clock.instant());
      assertThat(told(Optional.of(tooLong))).contains("fields=" + bound.field() + "}");
      assertThat(World.answer(() -> update(owner, uid, tooLong), Map.of()).told())
          .contains("fields=" + bound.field() + "}");
    }
    assertThat(services.existsIn(group, services.identities().inGroup())).isFalse();
    assertThat(identityResources.get(owner, uid)).isEqualTo(before);
  }

  /** Changed relationships must satisfy the same rules as new ones. */
  @ParameterizedTest
  @EnumSource
  void whatAChangeLeavesBehindIsWholeOrRefused(TestDatabase database) {
    start(database);
    Uid uid = world.identity(group, MATCH).uid();

    StaticKeys issuerAlone = new StaticKeys(KEYS.issuer(), "", "", Optional.empty(), List.of());
    assertThat(toldOfChange(uid, issuerAlone))
        .contains("fields=relationship.staticKeys.subject,relationship.staticKeys.issuerKeys}");
    assertThat(toldOfChange(uid, match(MATCH.issuer(), Optional.empty())))
        .contains("fields=relationship.claimMatch.subject}");
    assertThat(toldOfChange(uid, match(Optional.empty(), MATCH.subject())))
        .contains("fields=relationship.claimMatch.issuer}");
    assertThat(toldOfChange(uid, new AwsIdentity("", AWS.arn(), Optional.empty())))
        .contains("fields=relationship.awsIdentity.awsAccount,relationship.awsIdentity.userId}");
    assertThat(toldOfChange(uid, ServicePrincipal.EMPTY))
        .contains("fields=relationship.servicePrincipal}");
    assertThat(identityResources.get(owner, uid).draft().relationship()).hasValue(MATCH);
  }

  private static ClaimMatch match(Optional<TextMatch> issuer, Optional<TextMatch> subject) {
    return new ClaimMatch(issuer, subject, Optional.empty(), Map.of(), Map.of());
  }

  private String toldOfChange(Uid uid, Relationship relationship) {
    return World.answer(() -> update(owner, uid, relationship), Map.of()).told();
  }

  private String told(Optional<Relationship> relationship) {
    IdentityDraft identity = new IdentityDraft("name", "", "", relationship);
    return World.answer(() -> identities.create(owner, group, identity, YEAR), Map.of()).told();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsStoredIsReadBackUnchanged(TestDatabase database) {
    start(database);
    String odd = "<\"\\\\\u2028'\ud83d\ude00&>";
    ClaimMatch patterns =
        new ClaimMatch(
            Optional.of(TextMatch.pattern("https://.*")),
            Optional.of(TextMatch.pattern("a|b")),
            Optional.of(TextMatch.pattern("c.*")),
            Map.of("claim", odd, "", "empty name is refused"),
            Map.of("other", odd, "third", "\\d+"));
    ClaimMatch odds =
        new ClaimMatch(
            patterns.issuer(),
            patterns.subject(),
            patterns.audience(),
            Map.of("claim", odd, "null", ""),
            patterns.claimPatterns());
    StaticKeys keys =
        new StaticKeys(
            "https://issuer.test",
            "subject",
            KEYS.issuerKeys().replace(":", " : \t\n"),
            Optional.of(clock.instant().plus(Duration.ofDays(1))),
            List.of("audience"));

    AwsIdentity aws =
        new AwsIdentity(
            "012345678901",
            Optional.of(TextMatch.literal(odd)),
            Optional.of(TextMatch.pattern("AROA[A-Z]+:.*")));
    AwsIdentity other =
        new AwsIdentity(
            "012345678901",
            Optional.of(TextMatch.pattern("arn:aws:sts::.*")),
            Optional.of(TextMatch.literal(odd)));

    assertThat(told(Optional.of(patterns))).contains("INVALID_ARGUMENT");
    for (Relationship each : List.of(MATCH, odds, keys, aws, other)) {
      Identity created = world.identity(group, each);
      assertThat(created.draft().relationship()).hasValue(each);
      assertThat(created.lastSeenTime()).isEqualTo(created.createTime());
      assertThat(identityResources.get(owner, created.uid())).isEqualTo(created);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyServiceIsStored(TestDatabase database) {
    start(database);
    for (PlatformService service : PlatformService.values()) {
      Relationship principal = new ServicePrincipal(Optional.of(service));
      Identity created = world.identity(group, principal);
      assertThat(created.draft().relationship()).hasValue(principal);
      assertThat(identityResources.get(owner, created.uid())).isEqualTo(created);
    }
  }

  /** Otherwise a later change back could bring old parts with it. */
  @ParameterizedTest
  @EnumSource
  void nothingIsLeftOfARelationshipOfAnotherKind(TestDatabase database) {
    start(database);
    Uid uid = world.identity(group, MATCH).uid();
    for (Relationship from : EACH_KIND) {
      for (Relationship to : EACH_KIND) {
        update(owner, uid, from);
        update(owner, uid, to);
        assertThat(identityResources.get(owner, uid).draft().relationship().map(Relationship::kind))
            .hasValue(to.kind());
        assertThat(columns(uid)).isEqualTo(columns(world.identity(group, to).uid()));
      }
    }
  }

  /** Returns what the columns of a relationship hold. */
  private Map<String, Object> columns(Uid uid) {
    Map<String, Object> columns = new TreeMap<>();
    for (String name :
        List.of(
            "relationship",
            "issuer",
            "issuerPattern",
            "subject",
            "subjectPattern",
            "audience",
            "audiencePattern",
            "claims",
            "claimPatterns",
            "issuerKeys",
            "awsAccount",
            "awsArn",
            "awsArnPattern",
            "awsUserId",
            "awsUserIdPattern",
            "servicePrincipal")) {
      columns.put(
          name,
          services
              .entityManager()
              .createQuery("select i." + name + " from IdentityEntity i where i.uid = :uid")
              .setParameter("uid", uid)
              .getSingleResult());
    }
    return columns;
  }

  @ParameterizedTest
  @EnumSource
  void staticKeysAreGoodForAYearAtMost(TestDatabase database) {
    start(database);
    Instant now = clock.instant();

    assertThat(expirationOf(world.identity(group, KEYS))).isEqualTo(now.plus(YEAR));
    for (Instant good : List.of(now.plusMillis(1), now.plus(YEAR))) {
      assertThat(expirationOf(world.identity(group, until(good)))).isEqualTo(good);
    }
    for (Instant bad :
        List.of(now, now.minusMillis(1), now.plus(YEAR).plusMillis(1), Instant.MAX, Instant.MIN)) {
      assertThat(told(Optional.of(until(bad))))
          .contains("fields=relationship.staticKeys.expirationTime");
    }
  }

  /** Static keys expire a year after the identity was created, however often they are changed. */
  @ParameterizedTest
  @EnumSource
  void aChangeDoesNotProlongStaticKeys(TestDatabase database) {
    start(database);
    Instant latest = clock.instant().plus(YEAR);
    Uid uid = world.identity(group, KEYS).uid();
    Uid matched = world.identity(group, MATCH).uid();
    clock.advance(Duration.ofDays(30));

    // changing another field keeps the time, and clearing the time sets the latest one again
    assertThat(expirationOf(rename(owner, uid))).isEqualTo(latest);
    for (Instant good : List.of(clock.instant().plusMillis(1), latest)) {
      assertThat(expirationOf(update(owner, uid, until(good)))).isEqualTo(good);
      assertThat(expirationOf(update(owner, uid, KEYS))).isEqualTo(latest);
    }
    for (Instant bad : List.of(clock.instant(), latest.plusMillis(1), clock.instant().plus(YEAR))) {
      assertExpirationRefused(uid, until(bad));
      assertExpirationRefused(matched, until(bad));
    }
    clock.advance(Duration.between(clock.instant(), latest));
    StaticKeys others =
        new StaticKeys(
            "https://issuer.test", "other", World.keySet(), Optional.of(latest), List.of());
    assertExpirationRefused(uid, others);
    assertExpirationRefused(matched, others);
    assertThat(rename(owner, uid).draft().relationship()).hasValue(until(latest));
    assertThat(identityResources.get(owner, matched).draft().relationship()).hasValue(MATCH);
  }

  /** A server with a shorter lifetime applies it to new keys only. */
  @ParameterizedTest
  @EnumSource
  void aShorterLifetimeHoldsForWhatIsNew(TestDatabase database) {
    start(database);
    Duration month = Duration.ofDays(30);
    Instant latest = clock.instant().plus(month);

    assertThat(expirationOf(create(KEYS, month))).isEqualTo(latest);
    assertThat(expirationOf(create(until(latest), month))).isEqualTo(latest);
    assertThat(World.answer(() -> create(until(latest.plusMillis(1)), month), Map.of()).told())
        .contains(
            "fields=relationship.staticKeys.expirationTime",
            "must be at most 30 days in the future");

    Instant end = clock.instant().plus(YEAR);
    Uid uid = world.identity(group, KEYS).uid();
    Uid matched = world.identity(group, MATCH).uid();
    clock.advance(Duration.ofDays(1));
    StaticKeys other =
        new StaticKeys(
            KEYS.issuer(), "other", KEYS.issuerKeys(), Optional.of(end), KEYS.audiences());
    assertThat(expirationOf(replace(uid, other, month))).as("sent back").isEqualTo(end);
    assertThat(expirationOf(replace(uid, until(end), month))).as("left out").isEqualTo(end);
    assertThat(expirationOf(replace(matched, KEYS, month)))
        .as("left out where there were no keys")
        .isEqualTo(clock.instant().plus(month));
    assertThat(World.answer(() -> replace(uid, until(end.plusMillis(1)), month), Map.of()).told())
        .contains(
            "fields=relationship.staticKeys.expirationTime",
            "must be at most 30 days in the future");
    Instant earlier = end.minusMillis(1);
    assertThat(expirationOf(replace(uid, until(earlier), month))).isEqualTo(earlier);
    assertThat(World.answer(() -> replace(uid, until(end), month), Map.of()).told())
        .contains("must be at most 30 days in the future");

    // near the end the year counts, not the month
    clock.advance(Duration.ofDays(340));
    assertThat(expirationOf(replace(uid, KEYS, month))).isEqualTo(end);
    assertThat(World.answer(() -> replace(uid, until(end.plusMillis(1)), month), Map.of()).told())
        .contains("must be at most 365 days after the identity was created");
  }

  private Identity create(StaticKeys keys, Duration lifetime) {
    return identities.create(
        owner, group, new IdentityDraft("name", "", "", Optional.of(keys)), lifetime);
  }

  private Identity replace(Uid uid, StaticKeys keys, Duration lifetime) {
    return identities.update(
        owner, uid, Changes.relationship(keys), lifetime, VersionCondition.ANY);
  }

  private void assertExpirationRefused(Uid uid, StaticKeys keys) {
    assertThat(toldOfChange(uid, keys)).contains("fields=relationship.staticKeys.expirationTime}");
  }

  private static StaticKeys until(Instant time) {
    return new StaticKeys(
        KEYS.issuer(), KEYS.subject(), KEYS.issuerKeys(), Optional.of(time), List.of());
  }

  private static Instant expirationOf(Identity identity) {
    return ((StaticKeys) identity.draft().relationship().orElseThrow())
        .expirationTime()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void tokensDieWithTheRelationshipAndOnlyWithIt(TestDatabase database) {
    start(database);
    Uid uid = world.identity(group, MATCH).uid();

    rename(owner, uid);
    update(owner, uid, MATCH);
    assertThat(identityResources.get(owner, uid).version()).isEqualTo(1);
    assertThat(relationshipVersion(uid)).isZero();
    update(owner, uid, OTHER);
    assertThat(relationshipVersion(uid)).isEqualTo(1);
    update(owner, uid, KEYS);
    assertThat(relationshipVersion(uid)).isEqualTo(2);
    update(owner, uid, AWS);
    update(owner, uid, AWS);
    assertThat(relationshipVersion(uid)).isEqualTo(3);
    update(owner, uid, PRINCIPAL);
    update(owner, uid, PRINCIPAL);
    assertThat(relationshipVersion(uid)).isEqualTo(4);
    assertThat(
            outcome(
                () ->
                    identities.update(
                        owner,
                        uid,
                        DraftChange.of(draft -> IdentityDraft.EMPTY, "relationship"),
                        YEAR,
                        VersionCondition.ANY)))
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(relationshipVersion(uid)).isEqualTo(4);
  }

  private int relationshipVersion(Uid uid) {
    return services.exchangeTargets().find(uid).orElseThrow().subject().relationshipVersion();
  }

  /**
   * Returns a caller who may change identities of the organization, and has these grants besides.
   */
  private Caller administrator(Grant... grants) {
    List<Grant> all = new ArrayList<>(Arrays.asList(grants));
    all.add(new Grant(root, Set.of(Capability.IAM_IDENTITY_UPDATE)));
    return World.caller(all);
  }

  @ParameterizedTest
  @EnumSource
  void whoChangesHowAnIdentityIsRecognisedHoldsWhatItMayDoWhereItMay(TestDatabase database) {
    start(database);
    Uid sibling = world.group(root);
    Uid uid = world.identity(group, MATCH).uid();
    assertTakenOver(administrator(), uid);

    world.bind(group, uid, VIEWER);
    Grant viewer = new Grant(group, BuiltInRole.VIEWER.capabilities());
    assertRefused(administrator(), uid);
    assertRefused(administrator(new Grant(sibling, viewer.capabilities())), uid);
    assertRefused(administrator(new Grant(world.group(group), viewer.capabilities())), uid);
    Set<Capability> allButOne = new HashSet<>(viewer.capabilities());
    allButOne.remove(Capability.APK_BLOBS_GET);
    assertRefused(administrator(new Grant(group, allButOne)), uid);
    assertTakenOver(administrator(viewer), uid);

    world.bind(sibling, uid, world.role(sibling, Capability.SIGSTORE_CREATE).uid());
    Grant custom = new Grant(sibling, Set.of(Capability.SIGSTORE_CREATE));
    assertRefused(administrator(viewer), uid);
    assertRefused(administrator(custom), uid);
    assertRefused(TestServices.caller(BuiltInRole.OWNER, root), uid);
    assertTakenOver(administrator(viewer, custom), uid);
    Narrowing narrowing =
        Narrowing.to(
            Optional.empty(),
            Optional.of(Set.of(Capability.IAM_IDENTITY_UPDATE, Capability.SIGSTORE_CREATE)));
    assertRefused(World.narrowed(owner, narrowing), uid);
    assertTakenOver(owner, uid);
  }

  @ParameterizedTest
  @EnumSource
  void whatAnIdentityMayDoElsewhereTakesAnOwnerOfItsOrganization(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    Uid uid = world.identity(group, MATCH).uid();
    world.bind(other, uid, VIEWER);
    Grant viewer = new Grant(other, BuiltInRole.VIEWER.capabilities());
    Set<Capability> ownerCapabilities = BuiltInRole.OWNER.capabilities();

    assertRefused(administrator(viewer), uid);
    assertRefused(administrator(new Grant(other, EnumSet.allOf(Capability.class))), uid);
    assertRefused(administrator(new Grant(group, ownerCapabilities)), uid);
    Set<Capability> allButOne = new HashSet<>(ownerCapabilities);
    allButOne.remove(Capability.ADVISORIES_APPROVE);
    assertRefused(World.holding(allButOne, root), uid);
    Narrowing toGroup = Narrowing.to(Optional.of(Set.of(group)), Optional.empty());
    assertRefused(World.narrowed(owner, toGroup), uid);
    assertTakenOver(TestServices.caller(BuiltInRole.OWNER, root), uid);
  }

  @ParameterizedTest
  @EnumSource
  void onlyAnOperatorTakesOverAnOperator(TestDatabase database) {
    start(database);
    Uid uid = world.identity(group, MATCH).uid();
    world.appointOperator(uid);
    Uid operator = world.identity(root).uid();
    world.bind(root, operator, OWNER);
    Caller asOperator = world.callerOf(operator);
    Narrowing cut = Narrowing.to(Optional.of(Set.of(root)), Optional.empty());

    assertRefused(owner, uid);
    assertRefused(asOperator, uid);
    world.appointOperator(operator);
    assertRefused(World.narrowed(asOperator, cut), uid);
    assertTakenOver(asOperator, uid);
    // operators have no rights in organizations
    world.bind(root, uid, world.role(root, Capability.SIGSTORE_CREATE).uid());
    assertRefused(asOperator, uid);
  }

  /** The first identity's tokens can be exchanged for the second, and those for the third. */
  @ParameterizedTest
  @EnumSource
  void whoTakesOverAnIdentityGainsNothingByThoseBehindIt(TestDatabase database) {
    start(database);
    String ours = services.configuration().tokens().issuer();
    Uid first = world.identity(group, MATCH).uid();
    Uid second = world.identity(root, ClaimMatch.of(ours, first.value())).uid();
    Uid third = world.identity(root, ClaimMatch.of(ours, second.value())).uid();
    Uid fourth = world.identity(root, ClaimMatch.of(ours, third.value())).uid();
    Caller few = administrator();

    assertTakenOver(few, first);
    world.bind(group, fourth, world.role(root, Capability.SIGSTORE_CREATE).uid());
    assertRefused(few, first);
    assertTakenOver(administrator(new Grant(group, Set.of(Capability.SIGSTORE_CREATE))), first);
    world.appointOperator(third);
    assertRefused(administrator(new Grant(group, Set.of(Capability.SIGSTORE_CREATE))), first);
  }

  /** A narrowed token must not be widened by changing its own identity. */
  @ParameterizedTest
  @EnumSource
  void aNarrowedTokenDoesNotTakeOverItsOwnIdentity(TestDatabase database) {
    start(database);
    Uid uid = world.ownerOf(root);
    Caller caller = world.callerOf(uid);
    Narrowing cap =
        Narrowing.to(Optional.empty(), Optional.of(Set.of(Capability.IAM_IDENTITY_UPDATE)));

    assertRefused(World.narrowed(caller, cap), uid);
    assertTakenOver(caller, uid);
  }

  @ParameterizedTest
  @EnumSource
  void theRefusalDoesNotTellWhereTheIdentityMayDoSomething(TestDatabase database) {
    start(database);
    Set<String> refusals = new HashSet<>();
    for (Uid each : List.of(group, world.group(root), root, world.organization())) {
      Uid uid = world.identity(group, MATCH).uid();
      world.bind(each, uid, VIEWER);
      refusals.add(
          World.answer(() -> update(administrator(), uid, OTHER), Map.of(uid, "<uid>")).told());
    }

    assertThat(refusals).singleElement().asString().contains("resource=<uid>");
  }

  private void assertRefused(Caller caller, Uid uid) {
    Identity before = identityResources.get(owner, uid);
    int tokens = relationshipVersion(uid);
    Relationship stored = before.draft().relationship().orElseThrow();
    Relationship other = stored.equals(MATCH) ? OTHER : MATCH;
    for (Relationship each : List.of(other, KEYS, AWS, PRINCIPAL)) {
      assertThat(outcome(() -> update(caller, uid, each))).isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    // nor any part of it, if it is a claim match
    if (stored instanceof ClaimMatch match) {
      for (ClaimMatch part : parts(match)) {
        assertThat(outcome(() -> update(caller, uid, part))).isEqualTo("GRANT_EXCEEDS_CALLER");
      }
    }
    assertThat(identityResources.get(owner, uid)).isEqualTo(before);
    // changes of other fields need none of this
    assertThat(rename(caller, uid).draft().relationship()).hasValue(stored);
    assertThat(update(caller, uid, stored).draft().relationship()).hasValue(stored);
    assertThat(relationshipVersion(uid)).isEqualTo(tokens);
  }

  private void assertTakenOver(Caller caller, Uid uid) {
    Relationship before = identityResources.get(owner, uid).draft().relationship().orElseThrow();
    Relationship other = before.equals(MATCH) ? OTHER : MATCH;
    assertThat(update(caller, uid, other).draft().relationship()).hasValue(other);
  }

  @ParameterizedTest
  @EnumSource
  void withAnIdentityGoesAllThatWasGrantedToIt(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    Uid uid = world.identity(group).uid();
    for (Uid each : List.of(root, group, other, world.group(other))) {
      world.bind(each, uid, VIEWER);
    }
    world.bind(other, uid, OWNER);

    assertThat(outcome(() -> identityResources.delete(owner, uid, VersionCondition.ANY)))
        .isEqualTo("OK");
    assertThat(services.roleBindings().grantsOf(uid)).isEmpty();
    assertThat(services.boundAt(other)).isEmpty();
    assertThat(outcome(() -> identityResources.get(owner, uid))).isEqualTo("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void theLastOwnerOfItsOwnOrganizationStays(TestDatabase database) {
    start(database);
    Uid uid = world.identity(group).uid();
    world.bind(root, uid, OWNER);
    world.bind(root, world.identity(root).uid(), VIEWER);
    world.bind(group, world.identity(root).uid(), OWNER);

    assertThat(outcome(() -> identityResources.delete(owner, uid, VersionCondition.ANY)))
        .isEqualTo("LAST_OWNER");
    assertThat(services.roleBindings().grantsOf(uid)).hasSize(1);
    world.bind(root, world.identity(world.organization()).uid(), OWNER);
    assertThat(outcome(() -> identityResources.delete(owner, uid, VersionCondition.ANY)))
        .isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void theLastOperatorStays(TestDatabase database) {
    start(database);
    Uid uid = world.identity(group).uid();
    world.bind(group, uid, VIEWER);
    world.appointOperator(uid);

    assertThat(outcome(() -> identityResources.delete(owner, uid, VersionCondition.ANY)))
        .isEqualTo("LAST_OPERATOR");
    assertThat(services.roleBindings().grantsOf(uid)).hasSize(1);
    world.appointOperator(world.identity(world.organization()).uid());
    assertThat(outcome(() -> identityResources.delete(owner, uid, VersionCondition.ANY)))
        .isEqualTo("OK");
    assertThat(services.operators().contains(uid)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aLookupFindsTheIdentityOfExactlyThisIssuerAndSubject(TestDatabase database) {
    start(database);
    Identity identity = world.identity(group, MATCH);
    world.identity(group, OTHER);
    world.identity(group, ClaimMatch.of("https://other.test", "subject"));
    world.identity(group, ClaimMatch.of("https://issuer.test", "Subject"));
    world.identity(group, ClaimMatch.of("https://issuer.test", "subject "));
    world.identity(group, ClaimMatch.of("https://issuer.test/", "subject"));

    assertThat(identities.lookup(owner, "https://issuer.test", "subject")).isEqualTo(identity);
  }

  @ParameterizedTest
  @EnumSource
  void aLookupFindsNoPatternsAndNoKeys(TestDatabase database) {
    start(database);
    world.identity(group, KEYS);
    world.identity(
        group,
        new ClaimMatch(
            Optional.of(TextMatch.literal("https://issuer.test")),
            Optional.of(TextMatch.pattern("subject")),
            Optional.empty(),
            Map.of(),
            Map.of()));
    world.identity(
        group,
        new ClaimMatch(
            Optional.of(TextMatch.pattern("https://issuer.test")),
            Optional.of(TextMatch.literal("subject")),
            Optional.empty(),
            Map.of(),
            Map.of()));

    assertThat(toldOfLookup(owner)).startsWith("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void noneAndSeveralAndNoneThatMayBeKnownAreOneAnswerOfALookup(TestDatabase database) {
    start(database);
    String none = toldOfLookup(owner);
    world.identity(root, MATCH);
    Caller below = World.everythingAt(group, root.newChild());
    Caller reader = World.holding(EnumSet.of(Capability.IAM_GROUPS_LIST), root);

    assertThat(none).startsWith("NOT_FOUND");
    assertThat(toldOfLookup(owner)).isEmpty();
    assertThat(toldOfLookup(World.caller(List.of()))).isEqualTo(none);
    assertThat(toldOfLookup(below)).isEqualTo(none);
    assertThat(toldOfLookup(reader)).isEqualTo(none);
    world.identity(group, MATCH);
    assertThat(toldOfLookup(owner)).isEqualTo(none);
    assertThat(toldOfLookup(below)).isEmpty();
  }

  /** Identities that the caller may not see do not make a lookup ambiguous. */
  @ParameterizedTest
  @EnumSource
  void aLookupIsNotMadeAmbiguousByWhatItsCallerDoesNotSee(TestDatabase database) {
    start(database);
    Identity identity = world.identity(group, MATCH);
    Uid other = world.organization();
    world.identity(other, MATCH);

    assertThat(identities.lookup(owner, "https://issuer.test", "subject")).isEqualTo(identity);
    assertThat(toldOfLookup(World.everythingAt(root, other))).startsWith("NOT_FOUND");
  }

  @ParameterizedTest
  @EnumSource
  void aLookupNeedsIssuerAndSubject(TestDatabase database) {
    start(database);

    assertThat(World.answer(() -> identities.lookup(owner, "", ""), Map.of()).told())
        .startsWith("INVALID_ARGUMENT")
        .contains("fields=issuer,subject");
  }

  /** Returns the error of a lookup; empty if it finds an identity. */
  private String toldOfLookup(Caller caller) {
    return World.answer(() -> identities.lookup(caller, "https://issuer.test", "subject"), Map.of())
        .told();
  }

  private Identity update(Caller caller, Uid uid, Relationship relationship) {
    return identities.update(
        caller, uid, Changes.relationship(relationship), YEAR, VersionCondition.ANY);
  }

  private Identity rename(Caller caller, Uid uid) {
    return identities.update(
        caller, uid, Changes.identityName("changed"), YEAR, VersionCondition.ANY);
  }

  /** Returns claim matches that each differ in one part: another value, a pattern, or none. */
  private static List<ClaimMatch> parts(ClaimMatch match) {
    List<ClaimMatch> parts = new ArrayList<>();
    for (Optional<TextMatch> other :
        List.of(
            Optional.of(TextMatch.pattern(".*")),
            Optional.of(TextMatch.literal("https://other.test")),
            Optional.<TextMatch>empty())) {
      parts.add(
          new ClaimMatch(
              other, match.subject(), match.audience(), match.claims(), match.claimPatterns()));
      parts.add(
          new ClaimMatch(
              match.issuer(), other, match.audience(), match.claims(), match.claimPatterns()));
      parts.add(
          new ClaimMatch(
              match.issuer(), match.subject(), other, match.claims(), match.claimPatterns()));
    }
    Map<String, String> claims = Map.of("claim", "value");
    parts.add(
        new ClaimMatch(
            match.issuer(), match.subject(), match.audience(), claims, match.claimPatterns()));
    parts.add(
        new ClaimMatch(match.issuer(), match.subject(), match.audience(), match.claims(), claims));
    parts.remove(match);
    return parts;
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }
}
