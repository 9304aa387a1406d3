package local.platform.web.v2.iam.identity;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityField;
import local.platform.iam.identity.IdentityQuery;
import local.platform.iam.identity.IdentityUpdate;
import local.platform.iam.identity.NewIdentity;
import local.platform.iam.identity.Relationship;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.iam.v2.CreateIdentityRequest;
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.proto.iam.v2.ListIdentitiesResponse;
import local.platform.proto.iam.v2.UpdateIdentityRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;
import local.platform.web.endpoint.Versioned;

/** Between the messages of version 2 and the records of the identity service. */
final class IdentityMapper {
  private IdentityMapper() {}

  static local.platform.proto.iam.v2.Identity message(Identity identity) {
    local.platform.proto.iam.v2.Identity.Builder message =
        local.platform.proto.iam.v2.Identity.newBuilder()
            .setUid(identity.uid().value())
            .setName(identity.name())
            .setDescription(identity.description())
            .setCompany(identity.company())
            .setLastSeenTime(Timestamps.message(identity.lastSeenTime()))
            .setCreateTime(Timestamps.message(identity.createTime()))
            .setUpdateTime(Timestamps.message(identity.updateTime()));
    RelationshipMapper.write(identity.relationship(), message);
    return message.build();
  }

  static Versioned<local.platform.proto.iam.v2.Identity> versioned(Identity identity) {
    return new Versioned<>(message(identity), identity.version());
  }

  static ListIdentitiesResponse message(Page<Identity> page) {
    ListIdentitiesResponse.Builder response =
        ListIdentitiesResponse.newBuilder()
            .setTotalCount(page.totalCount())
            .setSkipped(page.skipped());
    page.items().forEach(identity -> response.addIdentities(message(identity)));
    page.nextPageToken().ifPresent(response::setNextPageToken);
    return response.build();
  }

  static NewIdentity newIdentity(Call call, CreateIdentityRequest request) {
    local.platform.proto.iam.v2.Identity message = request.getIdentity();
    Optional<Relationship> relationship = RelationshipMapper.read(call, message);
    Uid parent = call.requiredUid("parent", request.getParent());
    RelationshipMapper.requireOffered(message);
    return new NewIdentity(
        parent,
        message.getName(),
        message.getDescription(),
        message.getCompany(),
        relationship,
        Relationship.StaticKeys.MAX_LIFETIME);
  }

  static IdentityUpdate update(Call call, UpdateIdentityRequest request) {
    local.platform.proto.iam.v2.Identity.Builder message = request.getIdentity().toBuilder();
    Set<String> paths =
        FieldMasks.resolve(
            request.getUpdateMask(), message.getDescriptorForType(), call.violations());
    FieldMasks.retain(message, paths);
    EnumSet<IdentityField> fields = EnumSet.noneOf(IdentityField.class);
    paths.forEach(path -> field(path).ifPresent(fields::add));
    Optional<Relationship> relationship = RelationshipMapper.read(call, message);
    Uid uid = call.requiredUid("uid", request.getIdentity().getUid());
    RelationshipMapper.requireOffered(message);
    return new IdentityUpdate(
        uid,
        fields,
        message.getName(),
        message.getDescription(),
        message.getCompany(),
        relationship,
        Relationship.StaticKeys.MAX_LIFETIME,
        call.condition());
  }

  static IdentityQuery query(Call call, ListIdentitiesRequest request) {
    return new IdentityQuery(
        UidpFilters.filter(call, request.getUidp()),
        Optional.of(request.getName()).filter(name -> !name.isEmpty()),
        RelationshipMapper.kind(call, request.getRelationshipType()));
  }

  static PageRequest page(Call call, ListIdentitiesRequest request) {
    return call.page(
        request.getPageSize(), request.getPageToken(), request.getOrderBy(), request.getSkip());
  }

  /**
   * The field that a path of the message changes; empty for what is set by the server, or is no
   * part of an identity here, which updates may name in vain.
   */
  private static Optional<IdentityField> field(String path) {
    return switch (path) {
      case "name" -> Optional.of(IdentityField.NAME);
      case "description" -> Optional.of(IdentityField.DESCRIPTION);
      case "company" -> Optional.of(IdentityField.COMPANY);
      case "claim_match.issuer" -> Optional.of(IdentityField.CLAIM_ISSUER);
      case "claim_match.issuer_pattern" -> Optional.of(IdentityField.CLAIM_ISSUER_PATTERN);
      case "claim_match.subject" -> Optional.of(IdentityField.CLAIM_SUBJECT);
      case "claim_match.subject_pattern" -> Optional.of(IdentityField.CLAIM_SUBJECT_PATTERN);
      case "claim_match.audience" -> Optional.of(IdentityField.CLAIM_AUDIENCE);
      case "claim_match.audience_pattern" -> Optional.of(IdentityField.CLAIM_AUDIENCE_PATTERN);
      case "claim_match.claims" -> Optional.of(IdentityField.CLAIMS);
      case "claim_match.claim_patterns" -> Optional.of(IdentityField.CLAIM_PATTERNS);
      case "static_keys.issuer" -> Optional.of(IdentityField.KEYS_ISSUER);
      case "static_keys.subject" -> Optional.of(IdentityField.KEYS_SUBJECT);
      case "static_keys.issuer_keys" -> Optional.of(IdentityField.ISSUER_KEYS);
      case "static_keys.expiration_time" -> Optional.of(IdentityField.EXPIRATION_TIME);
      case "static_keys.audiences" -> Optional.of(IdentityField.AUDIENCES);
      default -> Optional.empty();
    };
  }
}
