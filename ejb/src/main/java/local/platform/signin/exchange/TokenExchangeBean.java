package local.platform.signin.exchange;

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
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.access.token.Actor;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.TokenIssuer;
import local.platform.access.upstream.IssuerMatch;
import local.platform.access.upstream.UpstreamToken;
import local.platform.access.upstream.UpstreamVerifier;
import local.platform.access.upstream.VerificationFailedException;
import local.platform.access.upstream.VerificationKeys;
import local.platform.access.upstream.VerifiedToken;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTarget;
import local.platform.iam.identity.ExchangeTargets;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.signin.authn.Authenticator;

/** Implements {@link TokenExchange}. */
@Stateless
@Local(TokenExchange.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class TokenExchangeBean implements TokenExchange {
  private static final Logger LOG = System.getLogger(TokenExchangeBean.class.getName());

  private final ExchangeTargets targets;
  private final UpstreamVerifier upstreamVerifier;
  private final Authenticator authenticator;
  private final TokenIssuer issuer;
  private final TokenSettings settings;
  private final Transactions transactions;
  private final Clock clock;
  private final RelationshipCheck check;

  @Inject
  public TokenExchangeBean(
      ExchangeTargets targets,
      UpstreamVerifier upstreamVerifier,
      Authenticator authenticator,
      TokenIssuer issuer,
      Configuration configuration,
      Transactions transactions,
      Clock clock) {
    this.targets = targets;
    this.upstreamVerifier = upstreamVerifier;
    this.authenticator = authenticator;
    this.issuer = issuer;
    this.settings = configuration.tokens();
    this.transactions = transactions;
    this.clock = clock;
    this.check = new RelationshipCheck(settings);
  }

  /**
   * A token to be exchanged, after verification.
   *
   * @param token its content
   * @param audience the audience by which it was accepted
   * @param narrowing its restriction
   * @param latestExpiry the latest expiry of the token that it is exchanged for
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
    ExchangeTarget target =
        transactions
            .read(() -> targets.find(identity))
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
      // Verified again: if its key was revoked in the meantime, the new token may be signed with
      // the next key and would outlive the revocation.
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
   * Verifies a token and checks that it satisfies the relationship. The issuer is compared first,
   * so that nothing is fetched for a token that cannot satisfy it.
   *
   * @throws PlatformException PERMISSION_DENIED; UNAVAILABLE
   */
  private Brought verify(String text, UpstreamToken token, ExchangeTarget target) {
    try {
      boolean own = isOurs(token);
      if (target.relationship() instanceof StaticKeys keys) {
        // Anybody could store our public keys as static keys, and so escape narrowing and
        // revocation.
        if (own) {
          throw deniedUnseen(text, token);
        }
        return verify(text, token, keys);
      }
      if (!(target.relationship() instanceof ClaimMatch match)
          || !RelationshipCheck.isIssuer(match.issuer(), token.unverifiedIssuer())) {
        throw deniedUnseen(text, token);
      }
      return own
          ? verifyOwn(text, token, match)
          : verifyPublished(token, match, target.subject().identity().root());
    } catch (VerificationFailedException e) {
      throw denied(); // already logged
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
      return VerificationKeys.parse(json);
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
   * Verifies a token of this server as for an API request: its key and its identity must still
   * exist. The relationship must name this server and the identity literally; a pattern that
   * happens to match does not count.
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

  /** Runs work whose UNAUTHENTICATED becomes the refusal of the exchange. */
  private static <T> T deniedIfUnauthenticated(Supplier<T> work) {
    try {
      return work.get();
    } catch (PlatformException e) {
      throw e.code() == ErrorCode.UNAUTHENTICATED ? denied() : e;
    }
  }

  /** Records that the identity was seen. Failing to do so does not fail the exchange. */
  private void noteSeen(ExchangeTarget target) {
    Instant now = clock.instant();
    if (!targets.isSeenLongBefore(target, now)) {
      return;
    }
    try {
      transactions.write(attempt -> targets.noteSeen(target.subject().identity(), now));
    } catch (RuntimeException e) {
      Cancellation.check(); // throws if the work merely stopped because nobody waits any more
      LOG.log(
          Level.WARNING,
          () -> "failed to record that identity " + target.subject().identity() + " was seen",
          e);
    }
  }

  /**
   * Refuses a token without a verification, but takes as long as one, so that the time does not
   * reveal whether the identity exists.
   */
  private PlatformException deniedUnseen(String text, UpstreamToken token) {
    if (isOurs(token)) {
      var unused = authenticate(text);
    } else {
      upstreamVerifier.verifyInVain(token).ifPresent(check::compareInVain);
    }
    return denied();
  }

  /** Returns the same error for every reason to refuse, whether or not the identity exists. */
  private static PlatformException denied() {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "PERMISSION_DENIED",
        "verifying token: there is no such identity, or it does not accept the token",
        Map.of());
  }
}
