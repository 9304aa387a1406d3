package local.platform.web.v1.iam.binding;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import local.platform.iam.binding.NewRoleBinding;
import local.platform.iam.binding.RoleBindingQuery;
import local.platform.iam.binding.RoleBindingService;
import local.platform.iam.binding.RoleBindingUpdate;
import local.platform.proto.iam.v1.CreateRoleBindingBatchRequest;
import local.platform.proto.iam.v1.CreateRoleBindingRequest;
import local.platform.proto.iam.v1.DeleteRoleBindingRequest;
import local.platform.proto.iam.v1.RoleBinding;
import local.platform.proto.iam.v1.RoleBindingBatch;
import local.platform.proto.iam.v1.RoleBindingFilter;
import local.platform.proto.iam.v1.RoleBindingList;
import local.platform.proto.iam.v1.RoleBindingV1Proto;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.FieldNames;
import local.platform.web.v1.endpoint.V1;

/** {@code RoleBindings} of version 1, on every protocol. */
@ApplicationScoped
public class RoleBindingsV1Endpoint implements Endpoint {
  private static final String PARENT = "parent";

  /** The contract has no bound; this one keeps a transaction small. */
  private static final int MAX_BATCH = 1_000;

  @EJB private RoleBindingService roleBindings;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(RoleBindingV1Proto.getDescriptor(), "RoleBindings", V1.VERSION)
        .on(CreateRoleBindingRequest.getDefaultInstance(), this::create)
        .on(CreateRoleBindingBatchRequest.getDefaultInstance(), this::createBatch)
        .on(RoleBinding.getDefaultInstance(), this::update)
        .onItems(
            RoleBindingFilter.getDefaultInstance(),
            RoleBindingList.getDefaultInstance(),
            this::list)
        .on(DeleteRoleBindingRequest.getDefaultInstance(), this::delete);
  }

  RoleBinding create(Call call, CreateRoleBindingRequest request) {
    NewRoleBinding roleBinding = RoleBindingV1Mapper.newRoleBinding(call, request);
    Uid group = call.requiredUid(PARENT, request.getParent());
    return RoleBindingV1Mapper.message(
        FieldNames.translated(
            RoleBindingV1Mapper::field,
            () -> roleBindings.create(call.caller(), group, roleBinding)));
  }

  RoleBindingBatch createBatch(Call call, CreateRoleBindingBatchRequest request) {
    List<NewRoleBinding> entries = RoleBindingV1Mapper.newRoleBindings(call, request);
    Uid group = call.requiredUid(PARENT, request.getParent());
    return RoleBindingV1Mapper.message(
        FieldNames.translated(
            RoleBindingV1Mapper::field,
            () -> roleBindings.createAll(call.caller(), group, entries, MAX_BATCH)));
  }

  RoleBinding update(Call call, RoleBinding roleBinding) {
    RoleBindingUpdate update = RoleBindingV1Mapper.update(call, roleBinding);
    return RoleBindingV1Mapper.message(
        FieldNames.translated(
            RoleBindingV1Mapper::field, () -> roleBindings.update(call.caller(), update)));
  }

  ItemWalk<RoleBindingList.Binding> list(Call call, RoleBindingFilter filter) {
    RoleBindingQuery query = RoleBindingV1Mapper.query(call, filter);
    return (window, items) ->
        roleBindings.walk(
            call.caller(),
            query,
            window,
            roleBinding -> items.accept(RoleBindingV1Mapper.item(roleBinding)));
  }

  Empty delete(Call call, DeleteRoleBindingRequest request) {
    Uid uid = call.requiredUid("id", request.getId());
    return Deletion.of(() -> roleBindings.delete(call.caller(), uid, call.condition()));
  }
}
