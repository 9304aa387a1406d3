package local.platform.web.v2.iam;

import java.util.Map;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.identity.Identities;
import local.platform.iam.identity.IdentityDraft;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.Identity;
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of identities. */
final class IdentityMapper {
  static final Drafts<Identity, IdentityDraft> DRAFTS =
      new Drafts<>(IdentityMapper::message, IdentityMapper::draft)
          .withNames(
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
                      "staticKeys",
                      "relationship.awsIdentity",
                      "awsIdentity",
                      "relationship.awsIdentity.arn.pattern",
                      "awsIdentity.arnPattern",
                      "relationship.awsIdentity.userId.pattern",
                      "awsIdentity.userIdPattern",
                      "relationship.servicePrincipal",
                      "servicePrincipal")));

  private IdentityMapper() {}

  static Identity message(local.platform.iam.identity.Identity identity) {
    return message(identity.draft()).toBuilder()
        .setUid(identity.uid().value())
        .setLastSeenTime(Timestamps.message(identity.lastSeenTime()))
        .setCreateTime(Timestamps.message(identity.createTime()))
        .setUpdateTime(Timestamps.message(identity.updateTime()))
        .build();
  }

  static Identity message(IdentityDraft draft) {
    Identity.Builder message =
        Identity.newBuilder()
            .setName(draft.name())
            .setDescription(draft.description())
            .setCompany(draft.company());
    draft.relationship().ifPresent(relationship -> RelationshipMapper.write(relationship, message));
    return message.build();
  }

  static IdentityDraft draft(FieldViolations violations, Identity identity) {
    return new IdentityDraft(
        identity.getName(),
        identity.getDescription(),
        identity.getCompany(),
        RelationshipMapper.read(identity, violations));
  }

  static ResourceQuery query(Call call, ListIdentitiesRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(Identities.NAME, request.getName())
        .with(
            Identities.RELATIONSHIP, RelationshipMapper.kind(call, request.getRelationshipType()));
  }
}
