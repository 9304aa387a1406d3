package local.platform.web.v2.iam;

import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.uid.Uid;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInvites;
import local.platform.iam.role.Role;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.GroupInvite;
import local.platform.proto.iam.v2.GroupInviteRole;
import local.platform.proto.iam.v2.ListGroupInvitesRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Durations;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidFields;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of group invites. */
final class GroupInviteMapper {
  static final Drafts<GroupInvite, GroupInviteDraft> DRAFTS =
      new Drafts<>(GroupInviteMapper::message, GroupInviteMapper::draft)
          .withNames(FieldNames.of(Map.of("role", "roleUid")));

  private GroupInviteMapper() {}

  static GroupInvite message(local.platform.iam.invite.GroupInvite invite) {
    GroupInvite.Builder message =
        GroupInvite.newBuilder()
            .setUid(invite.uid().value())
            .setRoleUid(invite.roleUid().value())
            .setEmail(invite.email())
            .setExpirationTime(Timestamps.message(invite.expirationTime()))
            .setSingleUse(invite.singleUse())
            .setKeyId(invite.keyId())
            .setCreateTime(Timestamps.message(invite.createTime()));
    invite.role().map(GroupInviteMapper::message).ifPresent(message::setRole);
    invite.code().ifPresent(message::setCode);
    return message.build();
  }

  private static GroupInviteRole message(Role role) {
    return GroupInviteRole.newBuilder()
        .setUid(role.uid().value())
        .setName(role.draft().name())
        .setDescription(role.draft().description())
        .addAllCapabilitiesValue(
            role.draft().capabilities().stream().map(Capability::number).toList())
        .build();
  }

  static GroupInvite message(GroupInviteDraft draft) {
    GroupInvite.Builder message =
        GroupInvite.newBuilder()
            .setRoleUid(draft.role().map(Uid::value).orElse(""))
            .setEmail(draft.email())
            .setSingleUse(draft.singleUse());
    draft.ttl().map(Durations::message).ifPresent(message::setTtl);
    return message.build();
  }

  static GroupInviteDraft draft(FieldViolations violations, GroupInvite invite) {
    return new GroupInviteDraft(
        UidFields.readOptional("roleUid", invite.getRoleUid(), violations),
        invite.getEmail(),
        invite.hasTtl() ? Durations.read("ttl", invite.getTtl(), violations) : Optional.empty(),
        invite.getSingleUse());
  }

  static ResourceQuery query(Call call, ListGroupInvitesRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(GroupInvites.KEY_ID, request.getKeyId());
  }
}
