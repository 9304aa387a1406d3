package local.platform.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What tokens say whose signature was found to be valid, by the SHA-256 of their text: a client
 * sends the same token with each request, and to verify and read it takes longer than all else that
 * is done without the database. That never changes; whatever may change about a token is not kept
 * here.
 */
@Singleton
public class VerifiedTokens {
  /** How long the texts of all that are kept may be together, which bounds the memory. */
  private static final long MAX_CHARACTERS = 8_000_000;

  private final Cache<String, Verified> tokens;

  /**
   * A token.
   *
   * @param token what it says
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
            .build();
  }

  /** What this very text says, if it is known to have a valid signature. */
  Optional<AccessToken> find(String text) {
    return Optional.ofNullable(tokens.getIfPresent(digest(text))).map(Verified::token);
  }

  /** Remembers a token whose signature is valid, until nobody can use it any more. */
  void add(String text, AccessToken token) {
    tokens.put(digest(text), new Verified(token, text.length()));
  }

  private static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
