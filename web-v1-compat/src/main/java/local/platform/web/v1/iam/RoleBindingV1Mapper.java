package local.platform.web.v1.iam;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.CreateRoleBindingBatchRequest;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.Role;
import local.platform.proto.iam.v1.RoleBindingBatch;
import local.platform.proto.iam.v1.RoleBindingFilter;
import local.platform.proto.iam.v1.RoleBindingList;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidFields;
import local.platform.web.v1.endpoint.CapabilityNames;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of role bindings. */
final class RoleBindingV1Mapper {
  private RoleBindingV1Mapper() {}

  /** Returns a single role binding, with only the ids of its identity, group and role. */
  static local.platform.proto.iam.v1.RoleBinding message(RoleBinding roleBinding) {
    return local.platform.proto.iam.v1.RoleBinding.newBuilder()
        .setId(roleBinding.uid().value())
        .setIdentity(roleBinding.identity().uid().value())
        .setGroup(roleBinding.group().uid().value())
        .setRole(roleBinding.role().uid().value())
        .build();
  }

  static RoleBindingBatch message(List<RoleBinding> roleBindings) {
    return RoleBindingBatch.newBuilder()
        .addAllRoleBindings(roleBindings.stream().map(RoleBindingV1Mapper::message).toList())
        .build();
  }

  /** Returns an item of a list, with the properties of its group and its role. */
  static RoleBindingList.Binding item(RoleBinding roleBinding) {
    BoundGroup group = roleBinding.group();
    BoundRole role = roleBinding.role();
    return RoleBindingList.Binding.newBuilder()
        .setId(roleBinding.uid().value())
        .setGroup(
            Group.newBuilder()
                .setId(group.uid().value())
                .setName(group.name())
                .setDescription(group.description()))
        .setIdentity(roleBinding.identity().uid().value())
        .setRole(
            Role.newBuilder()
                .setId(role.uid().value())
                .setName(role.name())
                .setDescription(role.description())
                .addAllCapabilities(CapabilityNames.of(role.capabilities())))
        .setClaimMatchIssuer(roleBinding.identity().issuer())
        .setClaimMatchSubject(roleBinding.identity().subject())
        .setCreatedAt(Timestamps.message(roleBinding.createTime()))
        .build();
  }

  static RoleBindingDraft draft(
      FieldViolations violations, local.platform.proto.iam.v1.RoleBinding message) {
    return draft(message, "", violations);
  }

  /** Reads the entries of a batch. Violations name the field with the index of its entry. */
  static List<RoleBindingDraft> drafts(Call call, CreateRoleBindingBatchRequest request) {
    return IntStream.range(0, request.getRoleBindingsCount())
        .mapToObj(
            index ->
                draft(
                    request.getRoleBindings(index),
                    "roleBindings[" + index + "].",
                    call.violations()))
        .toList();
  }

  private static RoleBindingDraft draft(
      local.platform.proto.iam.v1.RoleBinding message, String prefix, FieldViolations violations) {
    return new RoleBindingDraft(
        UidFields.readOptional(prefix + "identity", message.getIdentity(), violations),
        UidFields.readOptional(prefix + "role", message.getRole(), violations));
  }

  static DraftChange<RoleBindingDraft> change(
      FieldViolations violations, local.platform.proto.iam.v1.RoleBinding message) {
    RoleBindingDraft given = draft(violations, message);
    Set<String> fields = new HashSet<>();
    given.identity().ifPresent(identity -> fields.add("identity"));
    given.role().ifPresent(role -> fields.add("role"));
    // Neither can be empty, and clients rely on a replacement to keep what it leaves out.
    return new DraftChange<>(
        fields,
        before ->
            new RoleBindingDraft(
                given.identity().or(before::identity), given.role().or(before::role)));
  }

  static ResourceQuery query(Call call, RoleBindingFilter filter) {
    return ResourceQuery.of(IdFilters.filter(call, filter.getId(), filter.getUidp()));
  }
}
