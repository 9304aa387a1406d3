package local.platform.access.upstream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import local.platform.config.Configuration;
import local.platform.config.UpstreamSettings;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.uid.Uid;
import local.platform.url.IssuerUrl;

/**
 * Verifies tokens of other issuers, by RFC 8725. The caller decides whether the token, its audience
 * included, satisfies the relationship of an identity, and must have compared the issuers before:
 * this class connects to any issuer that the token names.
 */
@SingleInstance
public class UpstreamVerifier {
  /**
   * Maximum difference between the clock of an issuer and ours; RFC 7519, section 4.1.4, allows a
   * few minutes at most.
   */
  static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);

  /** Maximum lifetime of an issuer's token. People keep longer-lived tokens like passwords. */
  static final Duration MAX_LIFETIME = Duration.ofHours(24);

  /**
   * Maximum number of concurrent verifications in vain, each of which keeps a processor busy;
   * further ones are skipped.
   */
  static final int MAX_IN_VAIN = 8;

  private static final Logger LOG = System.getLogger(UpstreamVerifier.class.getName());

  private final IssuerKeys issuerKeys;
  private final UpstreamSettings settings;
  private final Clock clock;
  private final Semaphore inVain = new Semaphore(MAX_IN_VAIN);

  @Inject
  public UpstreamVerifier(IssuerKeys issuerKeys, Configuration configuration, Clock clock) {
    this(issuerKeys, configuration.upstream(), clock);
  }

  UpstreamVerifier(IssuerKeys issuerKeys, UpstreamSettings settings, Clock clock) {
    this.issuerKeys = issuerKeys;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Verifies a token with keys that are stored with the identity, without a fetch.
   *
   * @param maxLifetime the maximum lifetime of the token
   * @param keys reads the keys; not called for a token whose claims are refused
   * @throws VerificationFailedException if it cannot be trusted
   */
  public VerifiedToken verifyWithStoredKeys(
      UpstreamToken token, Duration maxLifetime, Supplier<VerificationKeys> keys)
      throws VerificationFailedException {
    try {
      VerifiedToken claimed = check(token, maxLifetime);
      checkSignature(token, keys.get());
      return claimed;
    } catch (VerificationFailedException e) {
      throw logged(token, e);
    }
  }

  /**
   * Verifies a token with the keys that its issuer publishes.
   *
   * @param match how the identity specifies the issuer
   * @param organization organization of the identity, to which fetches are attributed
   * @throws VerificationFailedException if it cannot be trusted
   * @throws PlatformException UNAVAILABLE if the keys cannot be fetched at the moment
   */
  public VerifiedToken verifyWithPublishedKeys(
      UpstreamToken token, IssuerMatch match, Uid organization) throws VerificationFailedException {
    try {
      checkHost(token.unverifiedIssuer(), match);
      // Before the keys, so that nothing is fetched for an expired token.
      VerifiedToken claimed = check(token, MAX_LIFETIME);
      checkPublished(token, organization);
      return claimed;
    } catch (VerificationFailedException e) {
      throw logged(token, e);
    }
  }

  /**
   * Does the work of verifying a token with cached keys, without a fetch, so that refusing a token
   * without verification does not take a shorter time.
   *
   * @return the verified token; empty if it was not verified
   */
  public Optional<VerifiedToken> verifyInVain(UpstreamToken token) {
    if (!inVain.tryAcquire()) {
      return Optional.empty();
    }
    try {
      VerifiedToken claimed = check(token, MAX_LIFETIME);
      Optional<VerificationKeys> keys =
          issuerKeys.atHand(token.unverifiedIssuer(), KeyRequest.of(token));
      if (keys.isEmpty()) {
        return Optional.empty();
      }
      checkSignature(token, keys.get());
      return Optional.of(claimed);
    } catch (VerificationFailedException e) {
      VerificationFailedException unused = logged(token, e);
      return Optional.empty();
    } finally {
      inVain.release();
    }
  }

  private void checkHost(IssuerUrl issuer, IssuerMatch match) throws VerificationFailedException {
    if (match == IssuerMatch.PATTERN
        && !settings.allowedHosts().isEmpty()
        && !settings.allowedHosts().contains(issuer.host())) {
      throw new VerificationFailedException(
          "the host of its issuer is not allowed for issuer patterns");
    }
  }

  /**
   * Checks everything but the signature, and returns the token as verified if the signature is
   * valid too.
   */
  private VerifiedToken check(UpstreamToken token, Duration maxLifetime)
      throws VerificationFailedException {
    IssuerUrl issuer = token.unverifiedIssuer();
    if (issuer.isPlainHttp() && !settings.allowLoopback()) {
      throw new VerificationFailedException("its issuer is not https");
    }
    UpstreamClaims claims = token.unverifiedClaims();
    return new VerifiedToken(
        issuer, claims.subject(), claims.audience(), expires(claims, maxLifetime), claims);
  }

  private Instant expires(UpstreamClaims claims, Duration maxLifetime)
      throws VerificationFailedException {
    Instant now = clock.instant();
    Instant latest = now.plus(MAX_CLOCK_SKEW);
    Instant expires =
        claims
            .time("exp")
            .orElseThrow(() -> new VerificationFailedException("it has no time of expiry"));
    Optional<Instant> issued = claims.time("iat");
    Optional<Instant> notBefore = claims.time("nbf");
    if (!now.isBefore(expires.plus(MAX_CLOCK_SKEW))) {
      throw new VerificationFailedException("it has expired");
    }
    if (issued.filter(latest::isBefore).isPresent()
        || notBefore.filter(latest::isBefore).isPresent()) {
      throw new VerificationFailedException("it is not valid yet");
    }
    Instant begins = issued.or(() -> notBefore).orElse(now);
    if (Duration.between(begins, expires).compareTo(maxLifetime) > 0) {
      throw new VerificationFailedException("its lifetime is too long");
    }
    return expires;
  }

  private void checkPublished(UpstreamToken token, Uid organization)
      throws VerificationFailedException {
    IssuerUrl issuer = token.unverifiedIssuer();
    VerificationKeys keys = issuerKeys.find(issuer, KeyRequest.of(token), organization);
    try {
      checkSignature(token, keys);
    } catch (VerificationFailedException e) {
      Optional<JWK> tried = token.kid().isPresent() ? Optional.empty() : keys.only();
      if (tried.isEmpty()) {
        throw e;
      }
      // The issuer may have another key by now. A key id would have told that.
      checkSignature(
          token, issuerKeys.find(issuer, KeyRequest.insteadOf(tried.get()), organization));
    }
  }

  private static void checkSignature(UpstreamToken token, VerificationKeys keys)
      throws VerificationFailedException {
    JWK key =
        keys.find(token.kid(), token.algorithm())
            .orElseThrow(
                () -> new VerificationFailedException("no key matches its kid and algorithm"));
    try {
      if (!token.token().verify(token.algorithm().verifier(key))) {
        throw new VerificationFailedException("its signature is not valid");
      }
    } catch (JOSEException e) {
      throw new VerificationFailedException("its signature cannot be verified");
    }
  }

  private static VerificationFailedException logged(
      UpstreamToken token, VerificationFailedException e) {
    LOG.log(Level.INFO, () -> "Refused " + token + ": " + e.getMessage());
    return e;
  }
}
