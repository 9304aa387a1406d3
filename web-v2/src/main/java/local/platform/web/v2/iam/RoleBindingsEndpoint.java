package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindingService;
import local.platform.iam.binding.RoleBindings;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
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
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code RoleBindingsService} of version 2 for all protocols. */
@ApplicationScoped
public class RoleBindingsEndpoint implements Endpoint {
  private static final int MAX_BATCH = 25;

  @EJB private ResourceService resources;
  @EJB private RoleBindingService roleBindings;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, RoleBindings.KIND);
    return new StandardMethods<local.platform.iam.binding.RoleBinding, RoleBinding>(
            ServiceMethods.of(RoleBindingsProto.getDescriptor(), "RoleBindingsService", V2.VERSION)
                .on(BatchCreateRoleBindingsRequest.getDefaultInstance(), this::batchCreate)
                .restProjection(RoleBindingMapper::shownOnRest),
            RoleBinding.getDefaultInstance(),
            RoleBindingMapper::message)
        .get(GetRoleBindingRequest.getDefaultInstance(), standard::get)
        .list(
            ListRoleBindingsRequest.getDefaultInstance(),
            ListRoleBindingsResponse.getDefaultInstance(),
            RoleBindingMapper::query,
            standard::list)
        .create(
            CreateRoleBindingRequest.getDefaultInstance(),
            RoleBindingMapper.DRAFTS,
            roleBindings::create)
        .update(
            UpdateRoleBindingRequest.getDefaultInstance(),
            RoleBindingMapper.DRAFTS,
            standard::update)
        .delete(DeleteRoleBindingRequest.getDefaultInstance(), standard::delete)
        .methods();
  }

  private BatchCreateRoleBindingsResponse batchCreate(
      Call call, BatchCreateRoleBindingsRequest request) {
    List<RoleBindingDraft> drafts = RoleBindingMapper.drafts(call, request);
    Uid group = call.requiredUid("parent", request.getParent());
    return RoleBindingMapper.DRAFTS
        .names()
        .translated(
            () ->
                RoleBindingMapper.message(
                    roleBindings.createAll(call.caller(), group, drafts, MAX_BATCH)));
  }
}
