package local.platform.access.upstream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of an issuer with which its tokens can be verified: those of a JWK set (RFC 7517)
 * that belong to one of the accepted algorithms and are strong enough. A token that names no key is
 * verified with the only one; if there are several, of whatever types, it is refused (OpenID
 * Connect Core 1.0, section 10.1). So a key without id is of use only alone.
 */
public final class VerificationKeys {
  /** Maximum size of a stored JWK set, in bytes of UTF-8. */
  public static final int MAX_STORED_BYTES = 64 * 1024;

  /** The minimum of RFC 7518, section 3.3. */
  private static final int MIN_RSA_BITS = 2_048;

  /** A larger key, which the issuer would choose, would take noticeable time for each token. */
  private static final int MAX_RSA_BITS = 8_192;

  /**
   * Maximum length of the public exponent of RSA, in bits. A longer one would take noticeable time
   * for each token; the usual one has 17 bits (NIST SP 800-89, section 5.3.3).
   */
  private static final int MAX_RSA_EXPONENT_BITS = 32;

  /** Minimum public exponent of RSA (RFC 8017, section 3.1); with 1 anybody could sign. */
  private static final BigInteger MIN_RSA_EXPONENT = BigInteger.valueOf(3);

  /** More keys than any issuer publishes; bounds the memory for one issuer. */
  private static final int MAX_KEYS = 256;

  /** Longer than any real id; bounds, with the number of keys, the memory for one issuer. */
  private static final int MAX_KID_LENGTH = 1_024;

  private static final Logger LOG = System.getLogger(VerificationKeys.class.getName());

  private static final Set<String> SECRET_MEMBERS =
      Set.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

  /**
   * The members of a key that are parsed. Certificates are not: nothing here depends on them, and
   * an invalid one would make the key unusable.
   */
  private static final Set<String> MEMBERS =
      Set.of("kty", "kid", "use", "key_ops", "alg", "crv", "x", "y", "n", "e");

  private final List<JWK> keys;
  private final List<String> skipped;

  private VerificationKeys(List<JWK> keys, List<String> skipped) {
    this.keys = List.copyOf(keys);
    this.skipped = List.copyOf(skipped);
  }

  /**
   * Parses the JWK set of an issuer. Keys that cannot be used are {@linkplain #skipped skipped}.
   *
   * @throws ParseException if it is not a JWK set
   */
  public static VerificationKeys parse(String json) throws ParseException {
    List<?> members = members(json);
    List<JWK> keys = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    for (int i = 0; i < members.size() && keys.size() < MAX_KEYS; i++) {
      try {
        keys.add(key(members.get(i), true));
      } catch (ParseException e) {
        if (skipped.size() < MAX_KEYS) {
          skipped.add("key " + (i + 1) + " " + e.getMessage());
        }
      }
    }
    if (keys.size() > 1) {
      keys.stream()
          .filter(key -> key.getKeyID() == null)
          .forEach(key -> skipped.add("one has no kid, though it is not the only one"));
    }
    return new VerificationKeys(keys, skipped);
  }

  /**
   * Parses a JWK set in a request, before it is stored. Adds violations if it is larger than 64
   * KiB, is not a JWK set, has no key, or has a key that is private, symmetric, without id though
   * it is not the only one, with the id of another, or unusable. No message repeats the input.
   *
   * @return empty if a violation was added
   */
  public static Optional<VerificationKeys> check(
      String field, String json, FieldViolations violations) {
    if (json.getBytes(StandardCharsets.UTF_8).length > MAX_STORED_BYTES) {
      violations.add(field, field + " must have at most " + MAX_STORED_BYTES + " bytes");
      return Optional.empty();
    }
    List<?> members;
    try {
      members = members(json);
    } catch (ParseException e) {
      violations.add(field, field + " must be a JWK set (RFC 7517): " + e.getMessage());
      return Optional.empty();
    }
    if (members.isEmpty()) {
      violations.add(field, field + " must have at least one key");
    } else if (members.size() > MAX_KEYS) {
      violations.add(field, field + " must have at most " + MAX_KEYS + " keys");
      return Optional.empty();
    }
    List<JWK> keys = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < members.size(); i++) {
      try {
        JWK key = key(members.get(i), members.size() == 1);
        keys.add(key);
        if (!ids.add(key.getKeyID())) {
          violations.add(field, field + ": key " + (i + 1) + " has the kid of another");
        }
      } catch (ParseException e) {
        violations.add(field, field + ": key " + (i + 1) + " " + e.getMessage());
      }
    }
    return !members.isEmpty() && ids.size() == members.size()
        ? Optional.of(new VerificationKeys(keys, List.of()))
        : Optional.empty();
  }

  /** Returns whether there is such a key, whatever its algorithm. */
  boolean contains(KeyRequest request) {
    return candidates(request.kid()).anyMatch(key -> !request.tried().equals(Optional.of(key)));
  }

  /** Returns the key with this id, or without an id the only key, if it fits the algorithm. */
  Optional<JWK> find(Optional<String> kid, UpstreamAlgorithm algorithm) {
    return candidates(kid).filter(algorithm::fits).findFirst();
  }

  private Stream<JWK> candidates(Optional<String> kid) {
    return kid.isPresent()
        ? keys.stream().filter(key -> kid.get().equals(key.getKeyID()))
        : only().stream();
  }

  /** Returns the only key; empty if there is none or more than one. */
  Optional<JWK> only() {
    return keys.size() == 1 ? Optional.of(keys.get(0)) : Optional.empty();
  }

  /** Returns which keys are of no use and why, for the log. No text repeats the input. */
  List<String> skipped() {
    return skipped;
  }

  /** Returns the number of keys. */
  int size() {
    return keys.size();
  }

  private static List<?> members(String json) throws ParseException {
    @Nullable Map<String, Object> set;
    try {
      set = JSONObjectUtils.parse(json);
    } catch (ParseException e) {
      // The message of the library may repeat the input.
      throw new ParseException("it is not a JSON object", 0);
    }
    if (set == null) {
      throw new ParseException("it is not a JSON object", 0);
    }
    if (!(set.get("keys") instanceof List<?> members)) {
      throw new ParseException("it has no list of keys", 0);
    }
    return members;
  }

  /**
   * Parses one key.
   *
   * @param mayLackId whether it needs no id
   * @throws ParseException if it cannot be used; the message says why and does not repeat the input
   */
  private static JWK key(@Nullable Object member, boolean mayLackId) throws ParseException {
    if (!(member instanceof Map<?, ?> members)) {
      throw new ParseException("is not a JSON object", 0);
    }
    if (members.keySet().stream().anyMatch(SECRET_MEMBERS::contains)
        || "oct".equals(members.get("kty"))) {
      throw new ParseException(
          "has private or symmetric key material: remove it, and consider the key as disclosed", 0);
    }
    JWK key = parsed(members);
    @Nullable String kid = key.getKeyID();
    if (kid == null ? !mayLackId : kid.isEmpty() || kid.length() > MAX_KID_LENGTH) {
      throw new ParseException("must have a kid of 1 to " + MAX_KID_LENGTH + " characters", 0);
    }
    checkPurpose(key);
    if (key instanceof RSAKey rsa && (rsa.size() < MIN_RSA_BITS || rsa.size() > MAX_RSA_BITS)) {
      throw new ParseException(
          "must have " + MIN_RSA_BITS + " to " + MAX_RSA_BITS + " bits, as it is an RSA key", 0);
    }
    if (key instanceof RSAKey rsa) {
      checkExponent(rsa);
    }
    checkAlgorithm(key);
    return key;
  }

  private static void checkExponent(RSAKey key) throws ParseException {
    BigInteger exponent = key.getPublicExponent().decodeToBigInteger();
    if (exponent.bitLength() > MAX_RSA_EXPONENT_BITS
        || !exponent.testBit(0)
        || exponent.compareTo(MIN_RSA_EXPONENT) < 0) {
      throw new ParseException(
          "must have an odd exponent of at least "
              + MIN_RSA_EXPONENT
              + " and at most "
              + MAX_RSA_EXPONENT_BITS
              + " bits, as it is an RSA key",
          0);
    }
  }

  private static JWK parsed(Map<?, ?> members) throws ParseException {
    Map<String, Object> read = new HashMap<>();
    for (Map.Entry<?, ?> member : members.entrySet()) {
      if (member.getKey() instanceof String name && MEMBERS.contains(name)) {
        read.put(name, member.getValue());
      }
    }
    try {
      return JWK.parse(read);
    } catch (ParseException | RuntimeException e) {
      // Not only the declared exception: the library also throws IllegalArgumentException.
      throw new ParseException("cannot be read, or has a type that is not accepted", 0);
    }
  }

  private static void checkPurpose(JWK key) throws ParseException {
    @Nullable KeyUse use = key.getKeyUse();
    @Nullable Set<KeyOperation> operations = key.getKeyOperations();
    if ((use != null && !use.equals(KeyUse.SIGNATURE))
        || (operations != null && !operations.contains(KeyOperation.VERIFY))) {
      throw new ParseException("is not intended for verifying signatures", 0);
    }
  }

  private static void checkAlgorithm(JWK key) throws ParseException {
    UpstreamAlgorithm algorithm =
        Arrays.stream(UpstreamAlgorithm.values())
            .filter(each -> each.fits(key))
            .findFirst()
            .orElseThrow(
                () -> new ParseException("is for none of RS256, PS256, ES256, ES384 and EdDSA", 0));
    try {
      algorithm.verifier(key);
    } catch (JOSEException | RuntimeException e) {
      throw new ParseException("is not a valid key", 0);
    } catch (LinkageError e) {
      // A missing library for one algorithm must not affect the others.
      LOG.log(Level.ERROR, "keys for " + algorithm + " cannot be used", e);
      throw new ParseException("is for an algorithm that this server cannot use", 0);
    }
  }
}
