package local.platform.web.v2.iam;

import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindings;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsRequest;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsResponse;
import local.platform.proto.iam.v2.CreateRoleBindingRequest;
import local.platform.proto.iam.v2.ListRoleBindingsRequest;
import local.platform.proto.iam.v2.ListRoleBindingsResponse;
import local.platform.proto.iam.v2.RoleBindingGroup;
import local.platform.proto.iam.v2.RoleBindingIdentity;
import local.platform.proto.iam.v2.RoleBindingRole;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidFields;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of role bindings. */
final class RoleBindingMapper {
  private static final FieldNames NAMES =
      FieldNames.of(
          Map.of(
              "identity",
              "identityUid",
              "role",
              "roleUid",
              "roleBindings",
              "requests",
              "roleBindings[].identity",
              "requests[].roleBinding.identityUid",
              "roleBindings[].role",
              "requests[].roleBinding.roleUid"));

  // Neither can be empty, and clients rely on a replacement to keep what it leaves out.
  static final Drafts<local.platform.proto.iam.v2.RoleBinding, RoleBindingDraft> DRAFTS =
      new Drafts<local.platform.proto.iam.v2.RoleBinding, RoleBindingDraft>(
              RoleBindingMapper::message, RoleBindingMapper::draft)
          .withNames(NAMES)
          .keeping("identity_uid", "role_uid");

  private RoleBindingMapper() {}

  static local.platform.proto.iam.v2.RoleBinding message(RoleBinding roleBinding) {
    BoundIdentity identity = roleBinding.identity();
    BoundGroup group = roleBinding.group();
    BoundRole role = roleBinding.role();
    return local.platform.proto.iam.v2.RoleBinding.newBuilder()
        .setUid(roleBinding.uid().value())
        .setIdentity(
            RoleBindingIdentity.newBuilder()
                .setUid(identity.uid().value())
                .setName(identity.name())
                .setDescription(identity.description())
                .setSubject(identity.subject())
                .setIssuer(identity.issuer()))
        .setGroup(
            RoleBindingGroup.newBuilder()
                .setUid(group.uid().value())
                .setName(group.name())
                .setDescription(group.description()))
        .setRole(
            RoleBindingRole.newBuilder()
                .setUid(role.uid().value())
                .setName(role.name())
                .setDescription(role.description()))
        .setCreateTime(Timestamps.message(roleBinding.createTime()))
        .setIdentityUid(identity.uid().value())
        .setRoleUid(role.uid().value())
        .build();
  }

  static local.platform.proto.iam.v2.RoleBinding message(RoleBindingDraft draft) {
    return local.platform.proto.iam.v2.RoleBinding.newBuilder()
        .setIdentityUid(draft.identity().map(Uid::value).orElse(""))
        .setRoleUid(draft.role().map(Uid::value).orElse(""))
        .build();
  }

  static RoleBindingDraft draft(
      FieldViolations violations, local.platform.proto.iam.v2.RoleBinding message) {
    return draft(message, "", violations);
  }

  private static RoleBindingDraft draft(
      local.platform.proto.iam.v2.RoleBinding message, String prefix, FieldViolations violations) {
    return new RoleBindingDraft(
        UidFields.readOptional(prefix + "identityUid", message.getIdentityUid(), violations),
        UidFields.readOptional(prefix + "roleUid", message.getRoleUid(), violations));
  }

  static BatchCreateRoleBindingsResponse message(List<RoleBinding> roleBindings) {
    return BatchCreateRoleBindingsResponse.newBuilder()
        .addAllRoleBindings(roleBindings.stream().map(RoleBindingMapper::message).toList())
        .build();
  }

  /**
   * Removes {@code identityUid} and {@code roleUid}, because answers over REST contain only {@code
   * identity.uid} and {@code role.uid}.
   */
  static Message shownOnRest(Message answer) {
    if (answer instanceof local.platform.proto.iam.v2.RoleBinding roleBinding) {
      return roleBinding.toBuilder().clearIdentityUid().clearRoleUid().build();
    }
    if (answer instanceof ListRoleBindingsResponse page) {
      ListRoleBindingsResponse.Builder shown = page.toBuilder();
      shown.getRoleBindingsBuilderList().forEach(each -> each.clearIdentityUid().clearRoleUid());
      return shown.build();
    }
    if (answer instanceof BatchCreateRoleBindingsResponse created) {
      BatchCreateRoleBindingsResponse.Builder shown = created.toBuilder();
      shown.getRoleBindingsBuilderList().forEach(each -> each.clearIdentityUid().clearRoleUid());
      return shown.build();
    }
    return answer;
  }

  /** Reads the entries of a batch. Violations name the field with the index of its entry. */
  static List<RoleBindingDraft> drafts(Call call, BatchCreateRoleBindingsRequest request) {
    Optional<Uid> role = call.optionalUid("roleUid", request.getRoleUid());
    return IntStream.range(0, request.getRequestsCount())
        .mapToObj(
            index -> {
              String prefix = "requests[" + index + "].";
              CreateRoleBindingRequest entry = request.getRequests(index);
              if (!entry.getParent().isEmpty() && !entry.getParent().equals(request.getParent())) {
                call.violations().add(prefix + "parent", "must be that of the batch, or empty");
              }
              String fieldPrefix = prefix + "roleBinding.";
              RoleBindingDraft given =
                  draft(entry.getRoleBinding(), fieldPrefix, call.violations());
              if (role.isPresent()
                  && given.role().filter(own -> !own.equals(role.get())).isPresent()) {
                call.violations()
                    .add(fieldPrefix + "roleUid", "must be the roleUid of the batch, or empty");
              }
              return new RoleBindingDraft(given.identity(), given.role().or(() -> role));
            })
        .toList();
  }

  static ResourceQuery query(Call call, ListRoleBindingsRequest request) {
    UidpFilter uidp = UidpFilters.filter(call, request.getUidp());
    // in the order in which errors name wrong ones
    Optional<Uid> identity = call.optionalUid("identity", request.getIdentity());
    Optional<Uid> group = call.optionalUid("group", request.getGroup());
    Optional<Uid> role = call.optionalUid("role", request.getRole());
    return ResourceQuery.of(group.map(uidp::onlyChildrenOf).orElse(uidp))
        .with(RoleBindings.IDENTITY, identity)
        .with(RoleBindings.ROLE, role);
  }
}
