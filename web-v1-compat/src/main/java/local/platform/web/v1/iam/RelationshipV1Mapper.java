package local.platform.web.v1.iam;

import java.util.Optional;
import java.util.TreeMap;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.identity.Relationship;
import local.platform.proto.iam.v1.Identity;
import local.platform.proto.iam.v1.Identity.AWSIdentity;
import local.platform.proto.iam.v1.Identity.ClaimMatch;
import local.platform.proto.iam.v1.Identity.StaticKeys;
import local.platform.proto.iam.v1.ServicePrincipal;
import local.platform.web.endpoint.TextMatches;
import local.platform.web.endpoint.Timestamps;

/** Converts relationships between the messages of version 1 and records. */
final class RelationshipV1Mapper {
  private RelationshipV1Mapper() {}

  static void write(Relationship relationship, Identity.Builder identity) {
    if (relationship instanceof Relationship.ClaimMatch match) {
      identity.setClaimMatch(message(match));
    } else if (relationship instanceof Relationship.StaticKeys keys) {
      identity.setStatic(message(keys));
    } else if (relationship instanceof Relationship.AwsIdentity aws) {
      identity.setAwsIdentity(message(aws));
    } else if (relationship instanceof Relationship.ServicePrincipal principal) {
      identity.setServicePrincipal(
          principal.service().map(PlatformServicesV1::message).orElse(ServicePrincipal.UNKNOWN));
    }
  }

  private static ClaimMatch message(Relationship.ClaimMatch match) {
    // Claims are sorted by name, so that the same relationship looks the same in every answer.
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

  private static AWSIdentity message(Relationship.AwsIdentity aws) {
    AWSIdentity.Builder message = AWSIdentity.newBuilder().setAwsAccount(aws.awsAccount());
    TextMatches.write(aws.arn(), message::setArn, message::setArnPattern);
    TextMatches.write(aws.userId(), message::setUserId, message::setUserIdPattern);
    return message.build();
  }

  /**
   * Reads the relationship; empty if none is set. Adds to the violations what is wrong with its
   * form.
   */
  static Optional<Relationship> read(Identity identity, FieldViolations violations) {
    return switch (identity.getRelationshipCase()) {
      case CLAIM_MATCH -> Optional.of(claimMatch(identity.getClaimMatch()));
      case STATIC -> Optional.of(staticKeys(identity.getStatic(), violations));
      case AWS_IDENTITY -> Optional.of(awsIdentity(identity.getAwsIdentity()));
      case SERVICE_PRINCIPAL ->
          Optional.of(
              new Relationship.ServicePrincipal(
                  PlatformServicesV1.read(identity.getServicePrincipal(), violations)));
      case RELATIONSHIP_NOT_SET -> Optional.empty();
    };
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

  private static Relationship staticKeys(StaticKeys message, FieldViolations violations) {
    return new Relationship.StaticKeys(
        message.getIssuer(),
        message.getSubject(),
        message.getIssuerKeys(),
        message.hasExpiration()
            ? Timestamps.instant("static.expiration", message.getExpiration(), violations)
            : Optional.empty(),
        message.getAudiencesList());
  }

  private static Relationship awsIdentity(AWSIdentity message) {
    return new Relationship.AwsIdentity(
        message.getAwsAccount(),
        TextMatches.read(
            message.hasArn(), message.getArn(), message.hasArnPattern(), message.getArnPattern()),
        TextMatches.read(
            message.hasUserId(),
            message.getUserId(),
            message.hasUserIdPattern(),
            message.getUserIdPattern()));
  }
}
