package local.platform.access.upstream;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.token.CompactToken;
import local.platform.foundation.encoding.Utf8;
import local.platform.foundation.error.PlatformException;
import local.platform.url.IssuerUrl;
import org.jspecify.annotations.Nullable;

/** A well-formed but unverified token of another issuer: its sender may have made it up. */
public final class UpstreamToken {
  /** Maximum length, in characters. Longer tokens are not parsed. */
  public static final int MAX_LENGTH = 8_192;

  /**
   * The accepted types, which are those of tokens that identify somebody (RFC 7519, section 5.1;
   * RFC 9068, section 2.1). Issuers sign other tokens with the same keys, such as log-out tokens.
   */
  private static final Set<JOSEObjectType> TYPES =
      Set.of(
          JOSEObjectType.JWT,
          new JOSEObjectType("application/jwt"),
          new JOSEObjectType("at+jwt"),
          new JOSEObjectType("application/at+jwt"));

  private final SignedJWT token;
  private final UpstreamAlgorithm algorithm;
  private final IssuerUrl issuer;
  private final UpstreamClaims claims;

  private UpstreamToken(
      SignedJWT token, UpstreamAlgorithm algorithm, IssuerUrl issuer, UpstreamClaims claims) {
    this.token = token;
    this.algorithm = algorithm;
    this.issuer = issuer;
    this.claims = claims;
  }

  /**
   * Parses a token.
   *
   * @throws PlatformException UNAUTHENTICATED with reason TOKEN_MALFORMED if it has more than 8,192
   *     characters, is not one signed JWT in the compact form, has an algorithm, type or critical
   *     header that is not accepted, has an empty key id, names no issuer, has a claim twice, or is
   *     not UTF-8
   */
  public static UpstreamToken parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw malformed("it is longer than " + MAX_LENGTH + " characters");
    }
    SignedJWT token = signedJwt(text);
    UpstreamAlgorithm algorithm = checkHeader(token.getHeader());
    checkUtf8(token);
    // Refuses what is not an object, and duplicate members.
    @Nullable Map<String, Object> claims = token.getPayload().toJSONObject();
    if (claims == null) {
      throw malformed("its claims cannot be read");
    }
    IssuerUrl issuer =
        Optional.ofNullable(claims.get("iss"))
            .filter(String.class::isInstance)
            .flatMap(value -> IssuerUrl.parse((String) value))
            .orElseThrow(() -> malformed("its issuer is not the https URL of an issuer"));
    return new UpstreamToken(token, algorithm, issuer, new UpstreamClaims(claims));
  }

  /** Returns the issuer that the token claims. */
  public IssuerUrl unverifiedIssuer() {
    return issuer;
  }

  /** Returns the claims, unverified. */
  public UpstreamClaims unverifiedClaims() {
    return claims;
  }

  /** Returns the header, which only says how the token may be verified. */
  public JWSHeader header() {
    return token.getHeader();
  }

  /** Returns the id of the key that the token claims to be signed with; empty if it names none. */
  Optional<String> kid() {
    return Optional.ofNullable(token.getHeader().getKeyID());
  }

  UpstreamAlgorithm algorithm() {
    return algorithm;
  }

  SignedJWT token() {
    return token;
  }

  /** Returns a text without the contents of the token. */
  @Override
  public String toString() {
    return "a token of " + issuer;
  }

  private static SignedJWT signedJwt(String text) {
    if (!CompactToken.isFormOf(text)) {
      throw malformed("it is not a signed JWT of three parts");
    }
    try {
      return SignedJWT.parse(text);
    } catch (ParseException | RuntimeException e) {
      // Not only the declared exception: a header that is null causes a NullPointerException.
      throw malformed("it is not a signed JWT");
    }
  }

  /** The library replaces what is not UTF-8, by which different subjects would become the same. */
  private static void checkUtf8(SignedJWT token) {
    if (Utf8.decode(token.getHeader().toBase64URL().decode()).isEmpty()
        || Utf8.decode(token.getPayload().toBytes()).isEmpty()) {
      throw malformed("it is not UTF-8");
    }
  }

  private static UpstreamAlgorithm checkHeader(JWSHeader header) {
    UpstreamAlgorithm algorithm =
        UpstreamAlgorithm.of(header.getAlgorithm().getName())
            .orElseThrow(() -> malformed("its algorithm is not accepted"));
    if (header.getType() != null && !TYPES.contains(header.getType())) {
      throw malformed("its type is not JWT or at+jwt");
    }
    if (header.getCriticalParams() != null || !header.isBase64URLEncodePayload()) {
      throw malformed("it has critical header parameters");
    }
    if (header.getKeyID() != null && header.getKeyID().isEmpty()) {
      throw malformed("its key id is empty");
    }
    return algorithm;
  }

  private static PlatformException malformed(String text) {
    return PlatformException.unauthenticated("TOKEN_MALFORMED", "the token is refused: " + text);
  }
}
