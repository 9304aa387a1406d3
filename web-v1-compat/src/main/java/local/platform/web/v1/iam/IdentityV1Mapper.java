package local.platform.web.v1.iam;

import java.time.Duration;
import java.util.Map;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.Identity;
import local.platform.proto.iam.v1.IdentityFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of identities. */
final class IdentityV1Mapper {
  static final FieldNames NAMES =
      FieldNames.of(
          Map.of(
              "relationship.claimMatch",
              "claimMatch",
              "relationship.claimMatch.issuer.pattern",
              "claimMatch.issuerPattern",
              "relationship.claimMatch.subject.pattern",
              "claimMatch.subjectPattern",
              "relationship.claimMatch.audience.pattern",
              "claimMatch.audiencePattern",
              "relationship.staticKeys",
              "static",
              "relationship.staticKeys.expirationTime",
              "static.expiration",
              "relationship.awsIdentity",
              "awsIdentity",
              "relationship.awsIdentity.arn.pattern",
              "awsIdentity.arnPattern",
              "relationship.awsIdentity.userId.pattern",
              "awsIdentity.userIdPattern",
              "relationship.servicePrincipal",
              "servicePrincipal"));

  /** The longest time from now for which static keys can be accepted. */
  static final Duration KEY_LIFETIME = Duration.ofDays(30);

  private IdentityV1Mapper() {}

  static Identity message(local.platform.iam.identity.Identity identity) {
    Identity.Builder message =
        Identity.newBuilder()
            .setId(identity.uid().value())
            .setName(identity.draft().name())
            .setDescription(identity.draft().description())
            .setCreatedAt(Timestamps.message(identity.createTime()))
            .setUpdatedAt(Timestamps.message(identity.updateTime()))
            .setLastSeen(Timestamps.message(identity.lastSeenTime()));
    identity
        .draft()
        .relationship()
        .ifPresent(relationship -> RelationshipV1Mapper.write(relationship, message));
    return message.build();
  }

  static IdentityDraft draft(FieldViolations violations, Identity identity) {
    return new IdentityDraft(
        identity.getName(),
        identity.getDescription(),
        "",
        RelationshipV1Mapper.read(identity, violations));
  }

  /** Returns the replacement of an identity. Version 1 has no company, so that stays the same. */
  static DraftChange<IdentityDraft> change(FieldViolations violations, Identity identity) {
    IdentityDraft given = draft(violations, identity);
    return DraftChange.of(
        before ->
            new IdentityDraft(
                given.name(),
                given.description(),
                before.company(),
                given.relationship().or(() -> before.relationship().map(IdentityV1Mapper::empty))),
        "name",
        "description",
        "relationship");
  }

  /**
   * Returns the relationship of a replacement without one: all parts of the stored one are removed,
   * so that the errors name those that are required.
   */
  private static Relationship empty(Relationship stored) {
    return switch (stored.kind()) {
      case CLAIM_MATCH -> ClaimMatch.EMPTY;
      case STATIC_KEYS -> StaticKeys.EMPTY;
      case AWS_IDENTITY -> AwsIdentity.EMPTY;
      case SERVICE_PRINCIPAL -> ServicePrincipal.EMPTY;
    };
  }

  static ResourceQuery query(Call call, IdentityFilter filter) {
    return ResourceQuery.of(IdFilters.filter(call, filter.getId(), filter.getUidp()));
  }
}
