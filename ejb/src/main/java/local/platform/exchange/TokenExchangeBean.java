package local.platform.exchange;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import local.platform.authn.Authenticator;
import local.platform.authz.Narrowing;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.error.ErrorCode;
import local.platform.error.PlatformException;
import local.platform.iam.identity.IdentityRepository;
import local.platform.iam.identity.IdentityRepository.Target;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.token.AccessToken;
import local.platform.token.Actor;
import local.platform.token.IssuedToken;
import local.platform.token.TokenIssuer;
import local.platform.transaction.Cancellation;
import local.platform.transaction.Transactions;
import local.platform.uid.Uid;
import local.platform.upstream.IssuerMatch;
import local.platform.upstream.UpstreamToken;
import local.platform.upstream.UpstreamVerifier;
import local.platform.upstream.VerificationFailedException;
import local.platform.upstream.VerificationKeys;
import local.platform.upstream.VerifiedToken;

/** Exchanges, by the rules of {@link TokenExchange}. */
@Stateless
@Local(TokenExchange.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class TokenExchangeBean implements TokenExchange {
  private static final Logger LOG = System.getLogger(TokenExchangeBean.class.getName());

  private final IdentityRepository identities;
  private final UpstreamVerifier upstreamVerifier;
  private final Authenticator authenticator;
  private final TokenIssuer issuer;
  private final TokenSettings settings;
  private final Transactions transactions;
  private final Clock clock;
  private final RelationshipCheck check;

  @Inject
  public TokenExchangeBean(
      IdentityRepository identities,
      UpstreamVerifier upstreamVerifier,
      Authenticator authenticator,
      TokenIssuer issuer,
      Configuration configuration,
      Transactions transactions,
      Clock clock) {
    this.identities = identities;
    this.upstreamVerifier = upstreamVerifier;
    this.authenticator = authenticator;
    this.issuer = issuer;
    this.settings = configuration.tokens();
    this.transactions = transactions;
    this.clock = clock;
    this.check = new RelationshipCheck(settings);
  }

  /**
   * A token that was brought and verified.
   *
   * @param token what it says
   * @param audience by which of its audiences it was accepted
   * @param narrowing to what it is restricted
   * @param latestExpiry when a token for it expires at the latest
   */
  private record Brought(
      VerifiedToken token, String audience, Narrowing narrowing, Instant latestExpiry) {}

  @Override
  public IssuedToken exchange(Exchange exchange) {
    Uid identity =
        exchange
            .identity()
            .orElseThrow(
                () ->
                    PlatformException.invalidArgument(
                        "identity", "identity is required: the uid of the identity to act as"));
    List<String> audiences = audiences(exchange);
    UpstreamToken token = UpstreamToken.parse(exchange.upstreamToken());
    Target target =
        transactions
            .read(() -> identities.target(identity))
            .orElseThrow(() -> deniedUnseen(exchange.upstreamToken(), token));
    Brought brought = verify(exchange.upstreamToken(), token, target);
    IssuedToken issued =
        deniedIfUnauthenticated(
            () ->
                issuer.exchange(
                    target.subject(),
                    audiences,
                    brought.narrowing().and(exchange.narrowing()),
                    brought.latestExpiry(),
                    new Actor(
                        brought.token().issuer().value(),
                        brought.token().subject(),
                        brought.audience())));
    if (isOurs(token)) {
      // If its key was revoked since it was verified, the new token may be signed with the next one
      // and outlive the revocation.
      var unused = authenticate(exchange.upstreamToken());
    }
    noteSeen(target);
    return issued;
  }

  private List<String> audiences(Exchange exchange) {
    if (exchange.audiences().isEmpty()) {
      return settings.audiences().subList(0, 1);
    }
    if (!settings.audiences().containsAll(exchange.audiences())) {
      throw PlatformException.invalidArgument(
          "aud", "aud must be an audience of this server: " + settings.audiences());
    }
    return exchange.audiences().stream().distinct().toList();
  }

  /**
   * Verifies what was brought, and lets it pass if it satisfies the relationship. The issuer is
   * compared first: nothing is fetched for a token that is not for this identity anyway.
   *
   * @throws PlatformException PERMISSION_DENIED; UNAVAILABLE
   */
  private Brought verify(String text, UpstreamToken token, Target target) {
    try {
      boolean own = isOurs(token);
      if (target.relationship() instanceof StaticKeys keys) {
        // Our public keys can be stored by anybody, who would get rid of narrowing and revocation.
        if (own) {
          throw deniedUnseen(text, token);
        }
        return verify(text, token, keys);
      }
      ClaimMatch match = (ClaimMatch) target.relationship();
      if (!RelationshipCheck.isIssuer(match.issuer(), token.unverifiedIssuer())) {
        throw deniedUnseen(text, token);
      }
      return own
          ? verifyOwn(text, token, match)
          : verifyPublished(token, match, target.subject().identity().root());
    } catch (VerificationFailedException e) {
      throw denied(); // it was logged
    }
  }

  private Brought verify(String text, UpstreamToken token, StaticKeys keys)
      throws VerificationFailedException {
    Instant expirationTime = keys.expirationTime().orElseThrow();
    boolean expired = !clock.instant().isBefore(expirationTime);
    if (expired || !RelationshipCheck.isIssuer(keys.issuer(), token.unverifiedIssuer())) {
      throw deniedUnseen(text, token);
    }
    VerifiedToken verified =
        upstreamVerifier.verifyWithStoredKeys(
            token, StaticKeys.MAX_LIFETIME, () -> storedKeys(keys.issuerKeys()));
    String audience = check.acceptedAudience(verified, keys).orElseThrow(TokenExchangeBean::denied);
    return new Brought(verified, audience, Narrowing.NONE, expirationTime);
  }

  private static VerificationKeys storedKeys(String json) {
    try {
      return VerificationKeys.parseStored(json);
    } catch (ParseException e) {
      throw new IllegalStateException("stored issuer keys cannot be read", e);
    }
  }

  private Brought verifyPublished(UpstreamToken token, ClaimMatch match, Uid organization)
      throws VerificationFailedException {
    boolean byPattern = match.issuer().filter(TextMatch::isPattern).isPresent();
    VerifiedToken verified =
        upstreamVerifier.verifyWithPublishedKeys(
            token, byPattern ? IssuerMatch.PATTERN : IssuerMatch.LITERAL, organization);
    return new Brought(verified, accepted(verified, match), Narrowing.NONE, Instant.MAX);
  }

  /**
   * Verifies a token of ours like one of an API request: its key and its identity must still exist.
   * Only a relationship that names this server and the identity literally is for it; a pattern that
   * happens to match is not.
   */
  private Brought verifyOwn(String text, UpstreamToken token, ClaimMatch match) {
    boolean literal =
        match.issuer().filter(TextMatch::isPattern).isEmpty()
            && match.subject().filter(TextMatch::isPattern).isEmpty();
    if (!literal) {
      throw deniedUnseen(text, token);
    }
    AccessToken own = authenticate(text);
    VerifiedToken verified =
        new VerifiedToken(
            token.unverifiedIssuer(),
            own.identity().value(),
            own.audiences(),
            own.expiry(),
            token.unverifiedClaims());
    return new Brought(verified, accepted(verified, match), own.narrowing(), own.expiry());
  }

  private String accepted(VerifiedToken verified, ClaimMatch match) {
    return check.acceptedAudience(verified, match).orElseThrow(TokenExchangeBean::denied);
  }

  private boolean isOurs(UpstreamToken token) {
    return token.unverifiedIssuer().value().equals(settings.issuer());
  }

  private AccessToken authenticate(String own) {
    return deniedIfUnauthenticated(() -> authenticator.authenticate(own).token());
  }

  /** Does what refuses a token otherwise than the exchange does. */
  private static <T> T deniedIfUnauthenticated(Supplier<T> work) {
    try {
      return work.get();
    } catch (PlatformException e) {
      throw e.code() == ErrorCode.UNAUTHENTICATED ? denied() : e;
    }
  }

  /** Nobody is refused because this cannot be written. */
  private void noteSeen(Target target) {
    Instant now = clock.instant();
    if (!target.isSeenLongBefore(now)) {
      return;
    }
    try {
      transactions.write(attempt -> identities.noteSeen(target.subject().identity(), now));
    } catch (RuntimeException e) {
      Cancellation.check(); // that nobody waits any more is no failure
      LOG.log(
          Level.WARNING,
          () -> "it was not noted that " + target.subject().identity() + " was seen",
          e);
    }
  }

  /**
   * Refuses a token that nothing has looked at, and takes as long as if something had: the time
   * must not tell whether there is such an identity.
   */
  private PlatformException deniedUnseen(String text, UpstreamToken token) {
    if (isOurs(token)) {
      var unused = authenticate(text);
    } else {
      upstreamVerifier.verifyInVain(token).ifPresent(check::compareInVain);
    }
    return denied();
  }

  /** One answer for everything that is not as it must be, whether or not the identity exists. */
  private static PlatformException denied() {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "PERMISSION_DENIED",
        "verifying token: there is no such identity, or the token is not good for it",
        Map.of());
  }
}
