package local.platform.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claims of an upstream token (RFC 7519, section 4), each read as the type that it must have.
 */
public final class UpstreamClaims {
  /** The year 10000, from which on times cannot be written any more (RFC 3339). */
  private static final double END_OF_TIME = 253_402_300_800d;

  /** Most audiences of a token. Each is compared with what an identity expects. */
  static final int MAX_AUDIENCES = 16;

  private final Map<String, Object> claims;

  /**
   * @param claims the members as the JSON library reads them: texts, booleans, {@code Long} where a
   *     number is whole and fits, else {@code Double}, lists, maps and null
   */
  UpstreamClaims(Map<String, Object> claims) {
    this.claims = claims;
  }

  /**
   * A claim as text, for comparison: a text as it is, a boolean or a whole number of 64 bits as in
   * JSON.
   *
   * @return empty if there is no such claim, or it is something else
   */
  public Optional<String> text(String name) {
    @Nullable Object value = claims.get(name);
    return value instanceof String || value instanceof Boolean || value instanceof Long
        ? Optional.of(value.toString())
        : Optional.empty();
  }

  /**
   * The audience, which is a text or a list of texts; empty if there is none.
   *
   * @throws VerificationFailedException if it is something else, or a list of more than 16
   */
  List<String> audience() throws VerificationFailedException {
    @Nullable Object value = claims.get("aud");
    if (value instanceof String one) {
      return List.of(one);
    }
    if (value instanceof List<?> many && many.size() > MAX_AUDIENCES) {
      throw new VerificationFailedException("it has more than " + MAX_AUDIENCES + " audiences");
    }
    if (value instanceof List<?> several && several.stream().allMatch(String.class::isInstance)) {
      return several.stream().map(String.class::cast).toList();
    }
    if (claims.containsKey("aud")) {
      throw new VerificationFailedException("its audience is neither a text nor a list of texts");
    }
    return List.of();
  }

  /**
   * The subject.
   *
   * @throws VerificationFailedException if it is not a text, or empty
   */
  String subject() throws VerificationFailedException {
    if (claims.get("sub") instanceof String subject && !subject.isEmpty()) {
      return subject;
    }
    throw new VerificationFailedException("its subject is not a text, or empty");
  }

  /**
   * A time, in seconds since 1970, perhaps with a fraction.
   *
   * @return empty if there is no such claim
   * @throws VerificationFailedException if it is something else
   */
  Optional<Instant> time(String name) throws VerificationFailedException {
    if (!claims.containsKey(name)) {
      return Optional.empty();
    }
    if (claims.get(name) instanceof Number number) {
      double seconds = number.doubleValue();
      if (seconds >= 0 && seconds < END_OF_TIME) {
        return Optional.of(Instant.EPOCH.plus(Duration.ofMillis((long) (seconds * 1_000))));
      }
    }
    throw new VerificationFailedException("its claim " + name + " is not a time");
  }
}
