package local.platform.web.v1.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInvites;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.GroupInvite;
import local.platform.proto.iam.v1.GroupInviteFilter;
import local.platform.proto.iam.v1.GroupInviteRequest;
import local.platform.proto.iam.v1.StoredGroupInvite;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Durations;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidFields;

/** Converts between the messages of version 1 and the records of group invites. */
final class GroupInviteV1Mapper {
  private GroupInviteV1Mapper() {}

  /** Returns an invite that has just been created, with its code. */
  static GroupInvite message(local.platform.iam.invite.GroupInvite invite) {
    GroupInvite.Builder message =
        GroupInvite.newBuilder()
            .setId(invite.uid().value())
            .setExpiration(Timestamps.message(invite.expirationTime()))
            .setKeyId(invite.keyId())
            .setCode(invite.code().orElse(""));
    invite.role().map(RoleV1Mapper::message).ifPresent(message::setRole);
    return message.build();
  }

  /** Returns an item of a list. */
  static StoredGroupInvite item(local.platform.iam.invite.GroupInvite invite) {
    StoredGroupInvite.Builder message =
        StoredGroupInvite.newBuilder()
            .setId(invite.uid().value())
            .setExpiration(Timestamps.message(invite.expirationTime()))
            .setKeyId(invite.keyId())
            .setEmail(invite.email())
            .setCreatedAt(Timestamps.message(invite.createTime()))
            .setSingleUse(invite.singleUse());
    invite.role().map(RoleV1Mapper::message).ifPresent(message::setRole);
    return message.build();
  }

  static GroupInviteDraft draft(FieldViolations violations, GroupInviteRequest request) {
    return new GroupInviteDraft(
        UidFields.readOptional("role", request.getRole(), violations),
        request.getEmail(),
        request.hasTtl() ? Durations.read("ttl", request.getTtl(), violations) : Optional.empty(),
        request.getSingleUse());
  }

  static ResourceQuery query(Call call, GroupInviteFilter filter) {
    UidpFilter uidp =
        call.optionalUid("id", filter.getId()).map(UidpFilter.NONE::only).orElse(UidpFilter.NONE);
    return ResourceQuery.of(
            call.optionalUid("group", filter.getGroup()).map(uidp::onlyChildrenOf).orElse(uidp))
        .withText(GroupInvites.KEY_ID, filter.getKeyId());
  }
}
