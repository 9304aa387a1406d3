package local.platform.signin.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.access.upstream.KnownKeys;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings of a deployment that the black-box tests do not change. */
class TokenExchangeSettingsTest {
  private static final String OURS = "https://platform.test";
  private static final String OUR_HOST = "platform.test";
  private static final String FIRST = "https://api.test";
  private static final String SECOND = "https://grpc.test:9090";
  private static final String OTHER = "https://other.test";

  /** All audiences by which a token could mean this server, and some by which it does not. */
  private static final List<String> AUDIENCES =
      List.of(FIRST, SECOND, OURS, OUR_HOST, OTHER, "api.test", FIRST + "/", OURS + "/");

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private World world;
  private SigningKeys keys;
  private TokenExchange exchange;
  private Uid organization;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(Map<String, String> properties) {
    services = new TestServices(TestDatabase.H2, clock, properties);
    world = new World(services);
    keys = services.signingKeys();
    keys.rotate();
    exchange = services.tokenExchange(keys, KnownKeys.ofEveryIssuer(Outsider.KEYS, clock));
    organization = world.organization();
  }

  /** Starts with audiences of which none is the issuer URL. */
  private void startWithTwoAudiences() {
    start(Map.of("platform.audience", FIRST + "," + SECOND));
  }

  @Test
  void withoutASettingTheIssuerUrlIsTheOnlyAudience() {
    start(Map.of());

    assertThat(accepted(staticKeys())).containsExactly(OURS);
    assertThat(accepted(claimMatch())).containsExactly(OURS, OUR_HOST);
  }

  @Test
  void aClaimMatchWithoutAnAudienceTakesEachConfiguredOneAndWhatElseNamesThisServer() {
    startWithTwoAudiences();

    assertThat(accepted(claimMatch())).containsExactly(FIRST, SECOND, OURS, OUR_HOST);
  }

  @Test
  void aTokenIsForTheAudiencesThatAreAskedForOrForTheFirst() {
    startWithTwoAudiences();

    assertThat(audiencesOf(issue())).containsExactly(FIRST);
    assertThat(audiencesOf(issue(FIRST))).containsExactly(FIRST);
    assertThat(audiencesOf(issue(SECOND))).containsExactly(SECOND);
    assertThat(audiencesOf(issue(SECOND, FIRST, SECOND))).containsExactly(SECOND, FIRST);
  }

  @ParameterizedTest
  @ValueSource(strings = {OURS, OUR_HOST, OTHER, FIRST + "/"})
  void noOtherAudienceCanBeAskedFor(String audience) {
    startWithTwoAudiences();

    assertThat(World.answer(() -> issue(audience), Map.of()).told())
        .startsWith("INVALID_ARGUMENT | ")
        .contains("field=aud,");
    assertThat(World.outcome(() -> issue(FIRST, audience)))
        .isEqualTo(World.outcome(() -> issue(audience)));
  }

  @Test
  void aTokenOfOursMustCarryAnAudienceThatIsConfigured() {
    startWithTwoAudiences();
    Uid subject = world.identity(organization).uid();
    Uid target = world.identity(organization, ClaimMatch.of(OURS, subject.value())).uid();

    assertThat(AUDIENCES.stream().filter(audience -> isAccepted(own(subject, audience), target)))
        .containsExactly(FIRST, SECOND);
  }

  private String own(Uid subject, String audience) {
    return services
        .tokenIssuer(keys)
        .issue(new TokenSubject(subject, 0), List.of(audience), Narrowing.NONE, Duration.ofHours(1))
        .text();
  }

  /** Issues a token for these audiences. */
  private String issue(String... audiences) {
    Uid identity = world.identity(organization, claimMatch()).uid();
    return exchange
        .exchange(
            new Exchange(
                token(Map.of("aud", FIRST)),
                Optional.of(identity),
                List.of(audiences),
                Narrowing.NONE))
        .text();
  }

  /** Returns the audiences of a token that is accepted. */
  private List<String> audiencesOf(String token) {
    return services.authenticator(keys).authenticate(token).token().audiences();
  }

  @Test
  void staticKeysWithoutAnAudienceTakeTheConfiguredOnesAlone() {
    startWithTwoAudiences();

    assertThat(accepted(staticKeys())).containsExactly(FIRST, SECOND);
  }

  @Test
  void staticKeysWithAnAudienceTakeNoOther() {
    startWithTwoAudiences();

    assertThat(accepted(staticKeys(OTHER))).containsExactly(OTHER);
    assertThat(accepted(staticKeys(SECOND))).containsExactly(SECOND);
    assertThat(accepted(staticKeys(OURS))).containsExactly(OURS);
  }

  @Test
  void anIssuerPatternReachesOnlyTheAllowedHostsAndAnIssuerThatIsNamedMayBeAnywhere() {
    start(Map.of("platform.issuers.allowed-hosts", "allowed.test,also.test"));
    Uid byPattern = world.identity(organization, byIssuerPattern("https://.*")).uid();
    Uid named = world.identity(organization, claimMatch()).uid();
    String elsewhere = token(Map.of("aud", OURS));

    assertThat(isAccepted(elsewhere, byPattern)).isFalse();
    assertThat(isAccepted(elsewhere, named)).isTrue();
    for (String issuer : List.of("https://allowed.test", "https://also.test/tenant")) {
      assertThat(isAccepted(token(Map.of("iss", issuer, "aud", OURS)), byPattern)).isTrue();
    }
  }

  /** The text could be an issuer, but it is in the field for patterns. */
  @Test
  void anIssuerPatternThatIsAnIssuerIsAPattern() {
    start(Map.of("platform.issuers.allowed-hosts", "allowed.test"));
    Uid byPattern = world.identity(organization, byIssuerPattern(Outsider.ISSUER)).uid();

    assertThat(isAccepted(token(Map.of("aud", OURS)), byPattern)).isFalse();
  }

  @Test
  void withoutASettingAnIssuerPatternReachesEveryHost() {
    start(Map.of());
    Uid byPattern = world.identity(organization, byIssuerPattern("https://.*")).uid();

    assertThat(isAccepted(token(Map.of("aud", OURS)), byPattern)).isTrue();
  }

  private static ClaimMatch byIssuerPattern(String pattern) {
    return new ClaimMatch(
        Optional.of(TextMatch.pattern(pattern)),
        Optional.of(TextMatch.literal("alice")),
        Optional.empty(),
        Map.of(),
        Map.of());
  }

  private static StaticKeys staticKeys(String... audiences) {
    return new StaticKeys(
        Outsider.ISSUER, "alice", Outsider.KEYS, Optional.empty(), List.of(audiences));
  }

  private static ClaimMatch claimMatch() {
    return ClaimMatch.of(Outsider.ISSUER, "alice");
  }

  /** Returns the audiences, each tried alone, with which a token satisfies a relationship. */
  private List<String> accepted(Relationship relationship) {
    Uid identity = world.identity(organization, relationship).uid();
    return AUDIENCES.stream()
        .filter(audience -> isAccepted(token(Map.of("aud", audience)), identity))
        .toList();
  }

  private boolean isAccepted(String token, Uid identity) {
    String outcome = World.outcome(() -> exchange(token, identity));
    assertThat(outcome).isIn("OK", "PERMISSION_DENIED");
    return outcome.equals("OK");
  }

  private void exchange(String token, Uid identity) {
    exchange.exchange(new Exchange(token, Optional.of(identity), List.of(), Narrowing.NONE));
  }

  private String token(Map<String, String> claims) {
    Map<String, String> all = new HashMap<>(claims);
    all.put("sub", "alice");
    return Outsider.token(clock, all);
  }
}
