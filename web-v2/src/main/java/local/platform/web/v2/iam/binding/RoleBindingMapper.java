package local.platform.web.v2.iam.binding;

import com.google.protobuf.Message;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import local.platform.iam.binding.NewRoleBinding;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingField;
import local.platform.iam.binding.RoleBindingQuery;
import local.platform.iam.binding.RoleBindingUpdate;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsRequest;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsResponse;
import local.platform.proto.iam.v2.CreateRoleBindingRequest;
import local.platform.proto.iam.v2.ListRoleBindingsRequest;
import local.platform.proto.iam.v2.ListRoleBindingsResponse;
import local.platform.proto.iam.v2.RoleBindingGroup;
import local.platform.proto.iam.v2.RoleBindingIdentity;
import local.platform.proto.iam.v2.RoleBindingOrBuilder;
import local.platform.proto.iam.v2.RoleBindingRole;
import local.platform.proto.iam.v2.UpdateRoleBindingRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;
import local.platform.web.endpoint.Versioned;

/** Between the messages of version 2 and the records of the role binding service. */
final class RoleBindingMapper {
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

  static Versioned<local.platform.proto.iam.v2.RoleBinding> versioned(RoleBinding roleBinding) {
    return new Versioned<>(message(roleBinding), roleBinding.version());
  }

  static ListRoleBindingsResponse message(Page<RoleBinding> page) {
    ListRoleBindingsResponse.Builder response =
        ListRoleBindingsResponse.newBuilder()
            .setTotalCount(page.totalCount())
            .setSkipped(page.skipped());
    page.items().forEach(roleBinding -> response.addRoleBindings(message(roleBinding)));
    page.nextPageToken().ifPresent(response::setNextPageToken);
    return response.build();
  }

  static BatchCreateRoleBindingsResponse message(List<RoleBinding> roleBindings) {
    return BatchCreateRoleBindingsResponse.newBuilder()
        .addAllRoleBindings(roleBindings.stream().map(RoleBindingMapper::message).toList())
        .build();
  }

  /**
   * Leaves out {@code identityUid} and {@code roleUid}, which answers over REST do not have beside
   * {@code identity.uid} and {@code role.uid}.
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

  static NewRoleBinding newRoleBinding(Call call, CreateRoleBindingRequest request) {
    return newRoleBinding(call, request.getRoleBinding(), "");
  }

  /** Reads the entries of a batch; what is wrong is noted under the place of its entry. */
  static List<NewRoleBinding> newRoleBindings(Call call, BatchCreateRoleBindingsRequest request) {
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
              NewRoleBinding given = newRoleBinding(call, entry.getRoleBinding(), fieldPrefix);
              if (role.isPresent()
                  && given.role().filter(own -> !own.equals(role.get())).isPresent()) {
                call.violations()
                    .add(fieldPrefix + "roleUid", "must be the roleUid of the batch, or empty");
              }
              return new NewRoleBinding(given.identity(), given.role().or(() -> role));
            })
        .toList();
  }

  private static NewRoleBinding newRoleBinding(
      Call call, RoleBindingOrBuilder message, String prefix) {
    return new NewRoleBinding(
        call.optionalUid(prefix + "identityUid", message.getIdentityUid()),
        call.optionalUid(prefix + "roleUid", message.getRoleUid()));
  }

  static RoleBindingUpdate update(Call call, UpdateRoleBindingRequest request) {
    local.platform.proto.iam.v2.RoleBinding.Builder message = request.getRoleBinding().toBuilder();
    Set<String> paths =
        FieldMasks.resolve(
            request.getUpdateMask(), message.getDescriptorForType(), call.violations());
    FieldMasks.retain(message, paths);
    EnumSet<RoleBindingField> fields = EnumSet.noneOf(RoleBindingField.class);
    paths.forEach(path -> field(path).ifPresent(fields::add));
    // Neither has an empty value, and clients rely on that a replacement keeps what it leaves out.
    if (FieldMasks.isAll(request.getUpdateMask())) {
      if (message.getIdentityUid().isEmpty()) {
        fields.remove(RoleBindingField.IDENTITY);
      }
      if (message.getRoleUid().isEmpty()) {
        fields.remove(RoleBindingField.ROLE);
      }
    }
    NewRoleBinding given = newRoleBinding(call, message, "");
    return new RoleBindingUpdate(
        call.requiredUid("uid", request.getRoleBinding().getUid()),
        fields,
        given.identity(),
        given.role(),
        call.condition());
  }

  static RoleBindingQuery query(Call call, ListRoleBindingsRequest request) {
    return new RoleBindingQuery(
        UidpFilters.filter(call, request.getUidp()),
        call.optionalUid("identity", request.getIdentity()),
        call.optionalUid("group", request.getGroup()),
        call.optionalUid("role", request.getRole()));
  }

  static PageRequest page(Call call, ListRoleBindingsRequest request) {
    return call.page(
        request.getPageSize(), request.getPageToken(), request.getOrderBy(), request.getSkip());
  }

  /**
   * The field that a path of the message changes; empty for what is set by the server, which
   * updates may name in vain.
   */
  private static Optional<RoleBindingField> field(String path) {
    return switch (path) {
      case "identity_uid" -> Optional.of(RoleBindingField.IDENTITY);
      case "role_uid" -> Optional.of(RoleBindingField.ROLE);
      default -> Optional.empty();
    };
  }
}
