package local.platform.web.v1.iam.identity;

import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import local.platform.error.PlatformException;
import local.platform.iam.identity.Relationship;
import local.platform.proto.iam.v1.Identity;
import local.platform.proto.iam.v1.Identity.ClaimMatch;
import local.platform.proto.iam.v1.Identity.StaticKeys;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.TextMatches;
import local.platform.web.endpoint.Timestamps;

/** Between the relationship in the messages of version 1 and its records. */
final class RelationshipV1Mapper {
  /** For how long keys can be accepted. */
  static final Duration KEY_LIFETIME = Duration.ofDays(30);

  private RelationshipV1Mapper() {}

  static void write(Relationship relationship, Identity.Builder identity) {
    if (relationship instanceof Relationship.ClaimMatch match) {
      identity.setClaimMatch(message(match));
    } else if (relationship instanceof Relationship.StaticKeys keys) {
      identity.setStatic(message(keys));
    }
  }

  private static ClaimMatch message(Relationship.ClaimMatch match) {
    // Claims go by name, so that what is stored once looks the same in every answer.
    ClaimMatch.Builder message =
        ClaimMatch.newBuilder()
            .putAllClaims(new TreeMap<>(match.claims()))
            .putAllClaimPatterns(new TreeMap<>(match.claimPatterns()));
    TextMatches.write(match.issuer(), message::setIssuer, message::setIssuerPattern);
    TextMatches.write(match.subject(), message::setSubject, message::setSubjectPattern);
    TextMatches.write(match.audience(), message::setAudience, message::setAudiencePattern);
    return message.build();
  }

  private static StaticKeys message(Relationship.StaticKeys keys) {
    StaticKeys.Builder message =
        StaticKeys.newBuilder()
            .setIssuer(keys.issuer())
            .setSubject(keys.subject())
            .setIssuerKeys(keys.issuerKeys())
            .addAllAudiences(keys.audiences());
    keys.expirationTime().map(Timestamps::message).ifPresent(message::setExpiration);
    return message.build();
  }

  /**
   * Reads the relationship that is set, and notes what is wrong with its form.
   *
   * @return empty if there is none, or one that is {@linkplain #requireOffered not offered}
   */
  static Optional<Relationship> read(Call call, Identity identity) {
    return switch (identity.getRelationshipCase()) {
      case CLAIM_MATCH -> Optional.of(claimMatch(identity.getClaimMatch()));
      case STATIC -> Optional.of(staticKeys(call, identity.getStatic()));
      case AWS_IDENTITY, SERVICE_PRINCIPAL, RELATIONSHIP_NOT_SET -> Optional.empty();
    };
  }

  /**
   * Refuses the relationships of the contract that this server does not have.
   *
   * @throws PlatformException UNIMPLEMENTED
   */
  static void requireOffered(Identity identity) {
    switch (identity.getRelationshipCase()) {
      case AWS_IDENTITY -> throw PlatformException.unimplemented("AWS identities");
      case SERVICE_PRINCIPAL -> throw PlatformException.unimplemented("service principals");
      case CLAIM_MATCH, STATIC, RELATIONSHIP_NOT_SET -> {}
    }
  }

  private static Relationship claimMatch(ClaimMatch message) {
    return new Relationship.ClaimMatch(
        TextMatches.read(
            message.hasIssuer(),
            message.getIssuer(),
            message.hasIssuerPattern(),
            message.getIssuerPattern()),
        TextMatches.read(
            message.hasSubject(),
            message.getSubject(),
            message.hasSubjectPattern(),
            message.getSubjectPattern()),
        TextMatches.read(
            message.hasAudience(),
            message.getAudience(),
            message.hasAudiencePattern(),
            message.getAudiencePattern()),
        message.getClaimsMap(),
        message.getClaimPatternsMap());
  }

  private static Relationship staticKeys(Call call, StaticKeys message) {
    return new Relationship.StaticKeys(
        message.getIssuer(),
        message.getSubject(),
        message.getIssuerKeys(),
        message.hasExpiration()
            ? Timestamps.instant("static.expiration", message.getExpiration(), call.violations())
            : Optional.empty(),
        message.getAudiencesList());
  }
}
