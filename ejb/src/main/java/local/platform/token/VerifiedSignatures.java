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
import java.time.Instant;
import java.util.HexFormat;

/**
 * The tokens whose signature was found to be valid, by the SHA-256 of their text: a client sends
 * the same token with each request, and to verify a signature takes longer than all else that is
 * done without the database. Nothing else about a token is decided here, and no token can be had
 * from here.
 */
@Singleton
public class VerifiedSignatures {
  private static final int MAX_TOKENS = 10_000;

  private final Cache<String, Instant> expiries;

  @Inject
  public VerifiedSignatures(Clock clock) {
    this.expiries =
        Caffeine.newBuilder()
            .maximumSize(MAX_TOKENS)
            .expireAfter(
                Expiry.<String, Instant>creating(
                    (token, expiry) -> Duration.between(clock.instant(), expiry)))
            .build();
  }

  /** Whether this very text is known to have a valid signature. */
  boolean contains(String token) {
    return expiries.getIfPresent(digest(token)) != null;
  }

  /**
   * Remembers a token whose signature is valid.
   *
   * @param expiry from when on nobody can use it
   */
  void add(String token, Instant expiry) {
    expiries.put(digest(token), expiry);
  }

  private static String digest(String token) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
