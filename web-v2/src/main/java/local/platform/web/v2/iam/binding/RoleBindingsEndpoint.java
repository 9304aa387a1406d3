package local.platform.web.v2.iam.binding;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import local.platform.iam.binding.NewRoleBinding;
import local.platform.iam.binding.RoleBindingService;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsRequest;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsResponse;
import local.platform.proto.iam.v2.CreateRoleBindingRequest;
import local.platform.proto.iam.v2.DeleteRoleBindingRequest;
import local.platform.proto.iam.v2.GetRoleBindingRequest;
import local.platform.proto.iam.v2.ListRoleBindingsRequest;
import local.platform.proto.iam.v2.ListRoleBindingsResponse;
import local.platform.proto.iam.v2.RoleBinding;
import local.platform.proto.iam.v2.RoleBindingsProto;
import local.platform.proto.iam.v2.UpdateRoleBindingRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.Versioned;
import local.platform.web.v2.endpoint.ApiVersions;

/** {@code RoleBindingsService} of version 2, on every protocol. */
@ApplicationScoped
public class RoleBindingsEndpoint implements Endpoint {
  private static final String PARENT = "parent";
  private static final int MAX_BATCH = 25;

  @EJB private RoleBindingService roleBindings;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(
            RoleBindingsProto.getDescriptor(), "RoleBindingsService", ApiVersions.V2)
        .onResource(GetRoleBindingRequest.getDefaultInstance(), this::get)
        .on(ListRoleBindingsRequest.getDefaultInstance(), this::list)
        .onResource(CreateRoleBindingRequest.getDefaultInstance(), this::create)
        .on(BatchCreateRoleBindingsRequest.getDefaultInstance(), this::batchCreate)
        .onResource(UpdateRoleBindingRequest.getDefaultInstance(), this::update)
        .on(DeleteRoleBindingRequest.getDefaultInstance(), this::delete)
        .restProjection(RoleBindingMapper::shownOnRest);
  }

  Versioned<RoleBinding> get(Call call, GetRoleBindingRequest request) {
    return RoleBindingMapper.versioned(
        roleBindings.get(call.caller(), call.requiredUid("uid", request.getUid())));
  }

  ListRoleBindingsResponse list(Call call, ListRoleBindingsRequest request) {
    return RoleBindingMapper.message(
        roleBindings.list(
            call.caller(),
            RoleBindingMapper.query(call, request),
            RoleBindingMapper.page(call, request)));
  }

  Versioned<RoleBinding> create(Call call, CreateRoleBindingRequest request) {
    NewRoleBinding roleBinding = RoleBindingMapper.newRoleBinding(call, request);
    Uid group = call.requiredUid(PARENT, request.getParent());
    return RoleBindingMapper.versioned(roleBindings.create(call.caller(), group, roleBinding));
  }

  BatchCreateRoleBindingsResponse batchCreate(Call call, BatchCreateRoleBindingsRequest request) {
    List<NewRoleBinding> entries = RoleBindingMapper.newRoleBindings(call, request);
    Uid group = call.requiredUid(PARENT, request.getParent());
    return RoleBindingMapper.message(
        roleBindings.createAll(call.caller(), group, entries, MAX_BATCH));
  }

  Versioned<RoleBinding> update(Call call, UpdateRoleBindingRequest request) {
    return RoleBindingMapper.versioned(
        roleBindings.update(call.caller(), RoleBindingMapper.update(call, request)));
  }

  Empty delete(Call call, DeleteRoleBindingRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    roleBindings.delete(call.caller(), uid, call.condition());
    return Empty.getDefaultInstance();
  }
}
