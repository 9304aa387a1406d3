package local.platform.web.v1.iam.identity;

import java.util.EnumSet;
import java.util.Optional;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityField;
import local.platform.iam.identity.IdentityQuery;
import local.platform.iam.identity.IdentityUpdate;
import local.platform.iam.identity.NewIdentity;
import local.platform.iam.identity.Relationship;
import local.platform.proto.iam.v1.CreateIdentityRequest;
import local.platform.proto.iam.v1.IdentityFilter;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.v1.endpoint.IdFilters;

/** Between the messages of version 1 and the records of the identity service. */
final class IdentityV1Mapper {
  private IdentityV1Mapper() {}

  static local.platform.proto.iam.v1.Identity message(Identity identity) {
    local.platform.proto.iam.v1.Identity.Builder message =
        local.platform.proto.iam.v1.Identity.newBuilder()
            .setId(identity.uid().value())
            .setName(identity.name())
            .setDescription(identity.description())
            .setCreatedAt(Timestamps.message(identity.createTime()))
            .setUpdatedAt(Timestamps.message(identity.updateTime()))
            .setLastSeen(Timestamps.message(identity.lastSeenTime()));
    RelationshipV1Mapper.write(identity.relationship(), message);
    return message.build();
  }

  static NewIdentity newIdentity(Call call, CreateIdentityRequest request) {
    local.platform.proto.iam.v1.Identity message = request.getIdentity();
    Optional<Relationship> relationship = RelationshipV1Mapper.read(call, message);
    Uid parent = call.requiredUid("parentId", request.getParentId());
    RelationshipV1Mapper.requireOffered(message);
    return new NewIdentity(
        parent,
        message.getName(),
        message.getDescription(),
        "",
        relationship,
        RelationshipV1Mapper.KEY_LIFETIME);
  }

  /** Version 1 has no company: it stays what it is. */
  static IdentityUpdate update(Call call, local.platform.proto.iam.v1.Identity message) {
    Optional<Relationship> relationship = RelationshipV1Mapper.read(call, message);
    Uid uid = call.requiredUid("id", message.getId());
    RelationshipV1Mapper.requireOffered(message);
    return new IdentityUpdate(
        uid,
        EnumSet.complementOf(EnumSet.of(IdentityField.COMPANY)),
        message.getName(),
        message.getDescription(),
        "",
        relationship,
        RelationshipV1Mapper.KEY_LIFETIME,
        call.condition());
  }

  /** How a field is called here that the service names. */
  static String field(String name) {
    return name.replaceFirst("^staticKeys\\.expirationTime$", "static.expiration")
        .replaceFirst("^staticKeys\\.", "static.");
  }

  static IdentityQuery query(Call call, IdentityFilter filter) {
    return new IdentityQuery(
        IdFilters.filter(call, filter.getId(), filter.getUidp()),
        Optional.empty(),
        Optional.empty());
  }
}
