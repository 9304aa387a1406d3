package local.platform.access.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The claims of an upstream token (RFC 7519, section 4), each checked to have the right type. */
public final class UpstreamClaims {
  /** The beginning of the year 10000, from which times cannot be written (RFC 3339). */
  private static final double END_OF_TIME = 253_402_300_800d;

  /**
   * Maximum number of audiences of a token, each of which is compared with what an identity
   * expects.
   */
  static final int MAX_AUDIENCES = 16;

  private final Map<String, Object> claims;

  /**
   * Creates claims from the members of a JSON object.
   *
   * @param claims the members as the JSON library parses them: texts, booleans, numbers ({@code
   *     Long} if whole and in range, otherwise {@code Double}), lists, maps and null
   */
  UpstreamClaims(Map<String, Object> claims) {
    this.claims = claims;
  }

  /**
   * Returns a claim as text, for comparison: a text unchanged, a boolean or a 64-bit integer as in
   * JSON.
   *
   * @return empty if there is no such claim, or it has another type
   */
  public Optional<String> text(String name) {
    @Nullable Object value = claims.get(name);
    return value instanceof String || value instanceof Boolean || value instanceof Long
        ? Optional.of(value.toString())
        : Optional.empty();
  }

  /**
   * Returns the audiences, which are a text or a list of texts; empty if there is none.
   *
   * @throws VerificationFailedException if the claim has another type, or more than 16 members
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
   * Returns the subject.
   *
   * @throws VerificationFailedException if it is not a text, or is empty
   */
  String subject() throws VerificationFailedException {
    if (claims.get("sub") instanceof String subject && !subject.isEmpty()) {
      return subject;
    }
    throw new VerificationFailedException("its subject is not a text, or empty");
  }

  /**
   * Returns a time, which the claim has in seconds since 1970, possibly with a fraction.
   *
   * @return empty if there is no such claim
   * @throws VerificationFailedException if the claim has another type
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
