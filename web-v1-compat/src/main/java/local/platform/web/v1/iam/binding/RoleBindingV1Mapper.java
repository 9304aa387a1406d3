package local.platform.web.v1.iam.binding;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import local.platform.iam.binding.NewRoleBinding;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingField;
import local.platform.iam.binding.RoleBindingQuery;
import local.platform.iam.binding.RoleBindingUpdate;
import local.platform.proto.iam.v1.CreateRoleBindingBatchRequest;
import local.platform.proto.iam.v1.CreateRoleBindingRequest;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.Role;
import local.platform.proto.iam.v1.RoleBindingBatch;
import local.platform.proto.iam.v1.RoleBindingFilter;
import local.platform.proto.iam.v1.RoleBindingList;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.v1.endpoint.CapabilityNames;
import local.platform.web.v1.endpoint.IdFilters;

/** Between the messages of version 1 and the records of the role binding service. */
final class RoleBindingV1Mapper {
  private RoleBindingV1Mapper() {}

  /** A role binding by itself: what it refers to is named by its id alone. */
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

  /** A role binding in a list, with what is known of its group and its role. */
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

  static NewRoleBinding newRoleBinding(Call call, CreateRoleBindingRequest request) {
    return newRoleBinding(call, request.getRoleBinding(), "");
  }

  /** Reads the entries of a batch; what is wrong is noted under the place of its entry. */
  static List<NewRoleBinding> newRoleBindings(Call call, CreateRoleBindingBatchRequest request) {
    return IntStream.range(0, request.getRoleBindingsCount())
        .mapToObj(
            index ->
                newRoleBinding(
                    call, request.getRoleBindings(index), "roleBindings[" + index + "]."))
        .toList();
  }

  private static NewRoleBinding newRoleBinding(
      Call call, local.platform.proto.iam.v1.RoleBinding message, String prefix) {
    return new NewRoleBinding(
        call.optionalUid(prefix + "identity", message.getIdentity()),
        call.optionalUid(prefix + "role", message.getRole()));
  }

  static RoleBindingUpdate update(Call call, local.platform.proto.iam.v1.RoleBinding message) {
    EnumSet<RoleBindingField> fields = EnumSet.allOf(RoleBindingField.class);
    // Neither has an empty value, and clients rely on that a replacement keeps what it leaves out.
    if (message.getIdentity().isEmpty()) {
      fields.remove(RoleBindingField.IDENTITY);
    }
    if (message.getRole().isEmpty()) {
      fields.remove(RoleBindingField.ROLE);
    }
    NewRoleBinding given = newRoleBinding(call, message, "");
    return new RoleBindingUpdate(
        call.requiredUid("id", message.getId()),
        fields,
        given.identity(),
        given.role(),
        call.condition());
  }

  /** How a field is called here that the service names. */
  static String field(String name) {
    return name.replaceFirst("^requests(\\[\\d+])\\.roleBinding", "roleBindings$1")
        .replaceFirst("^requests$", "roleBindings")
        .replaceFirst("Uid$", "");
  }

  static RoleBindingQuery query(Call call, RoleBindingFilter filter) {
    return new RoleBindingQuery(
        IdFilters.filter(call, filter.getId(), filter.getUidp()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
