package local.platform.bench;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.ParseException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import local.platform.foundation.uid.Uid;

/**
 * Exchanges tokens of one issuer, whose key it was given beforehand, for tokens like those of the
 * product, which it signs with a key of its own. It reads the identity, verifies one signature and
 * makes one.
 */
@ApplicationScoped
public class BaselineExchange {
  private static final int LIFETIME_HOURS = 1;

  @Resource(lookup = "java:app/jdbc/platform")
  private DataSource dataSource;

  private JWSHeader header;
  private JWSSigner signer;
  private volatile JWSVerifier verifier;

  @PostConstruct
  void generateKey() {
    try {
      ECKey key = new ECKeyGenerator(Curve.P_256).keyIDFromThumbprint(true).generate();
      header =
          new JWSHeader.Builder(JWSAlgorithm.ES256)
              .type(new JOSEObjectType("at+jwt"))
              .keyID(key.getKeyID())
              .build();
      signer = new ECDSASigner(key);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sets the public key of the issuer, a JWK for ES256. */
  public void setIssuerKey(String jwk) {
    try {
      verifier = new ECDSAVerifier(ECKey.parse(jwk));
    } catch (ParseException | JOSEException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * Exchanges a token for one of an identity; returns the JSON that the product answers with, too.
   * It is empty if the identity does not exist or does not accept the token.
   */
  public Optional<String> exchange(String text, String identity) {
    try {
      Optional<Target> target = read(identity);
      SignedJWT token = SignedJWT.parse(text);
      JWTClaimsSet claims = token.getJWTClaimsSet();
      boolean accepted =
          target.filter(row -> row.accepts(claims)).isPresent()
              && claims.getExpirationTime().toInstant().isAfter(Instant.now())
              && token.verify(verifier);
      return accepted ? Optional.of(issue(target.get(), claims)) : Optional.empty();
    } catch (SQLException | ParseException | JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The columns of an identity that are read. */
  private record Target(String uid, int relationshipVersion, String issuer, String subject) {
    boolean accepts(JWTClaimsSet claims) {
      return issuer.equals(claims.getIssuer()) && subject.equals(claims.getSubject());
    }
  }

  private Optional<Target> read(String identity) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                """
                SELECT uid, relationship_version, issuer, subject, relationship, issuer_pattern,
                  subject_pattern, audience, audience_pattern, claims, claim_patterns, issuer_keys,
                  expiration_time, last_seen_time, name, description, company, root_uid,
                  parent_uid, create_time, update_time, version
                FROM identity
                WHERE uid = ?
                """)) {
      select.setBytes(1, new Uid(identity).bytes());
      try (ResultSet rows = select.executeQuery()) {
        return rows.next()
            ? Optional.of(
                new Target(
                    Uid.ofBytes(rows.getBytes(1)).value(),
                    rows.getInt(2),
                    rows.getString(3),
                    rows.getString(4)))
            : Optional.empty();
      }
    }
  }

  private String issue(Target target, JWTClaimsSet exchanged) throws JOSEException {
    String server = exchanged.getAudience().get(0);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant expiry = now.plus(LIFETIME_HOURS, ChronoUnit.HOURS);
    SignedJWT token =
        new SignedJWT(
            header,
            new JWTClaimsSet.Builder()
                .issuer(server)
                .subject(target.uid())
                .audience(server)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(expiry))
                .jwtID(UUID.randomUUID().toString())
                .claim("platform_relationship", target.relationshipVersion())
                .claim(
                    "act",
                    Map.of(
                        "iss", exchanged.getIssuer(),
                        "sub", exchanged.getSubject(),
                        "aud", server))
                .build());
    token.sign(signer);
    String end = expiry.toString().replace("Z", ".000Z");
    return "{\"token\":\"" + token.serialize() + "\",\"expiry\":\"" + end + "\"}";
  }
}
