package local.platform.access.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.injection.SingleInstance;

/**
 * A cache of the contents of tokens with valid signatures, by the SHA-256 of their text. A client
 * sends the same token with each request, and verifying and parsing it takes longer than everything
 * else outside the database. Only immutable facts are cached; everything about a token that may
 * change is not.
 */
@SingleInstance
public class VerifiedTokens {
  /**
   * Maximum total length of the texts of all cached tokens, in characters, which bounds the memory.
   */
  private static final long MAX_CHARACTERS = 8_000_000;

  private final Cache<String, Verified> tokens;

  /**
   * A cached token.
   *
   * @param token its content
   * @param length length of its text, in characters
   */
  private record Verified(AccessToken token, int length) {}

  @Inject
  public VerifiedTokens(Clock clock) {
    this.tokens =
        Caffeine.newBuilder()
            .maximumWeight(MAX_CHARACTERS)
            .weigher((String digest, Verified verified) -> verified.length())
            .expireAfter(
                Expiry.<String, Verified>creating(
                    (digest, verified) ->
                        Duration.between(
                            clock.instant(),
                            verified.token().expiry().plus(AccessToken.MAX_CLOCK_SKEW))))
            .executor(Runnable::run)
            .build();
  }

  /** Returns the content of a token if exactly this text is known to have a valid signature. */
  Optional<AccessToken> find(String text) {
    return Optional.ofNullable(tokens.getIfPresent(Sha256.hex(text))).map(Verified::token);
  }

  /** Caches a token with a valid signature until it can no longer be used. */
  void add(String text, AccessToken token) {
    tokens.put(Sha256.hex(text), new Verified(token, text.length()));
  }
}
