package local.platform.web.v1.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindingService;
import local.platform.iam.binding.RoleBindings;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.CreateRoleBindingBatchRequest;
import local.platform.proto.iam.v1.CreateRoleBindingRequest;
import local.platform.proto.iam.v1.DeleteRoleBindingRequest;
import local.platform.proto.iam.v1.RoleBinding;
import local.platform.proto.iam.v1.RoleBindingBatch;
import local.platform.proto.iam.v1.RoleBindingFilter;
import local.platform.proto.iam.v1.RoleBindingList;
import local.platform.proto.iam.v1.RoleBindingV1Proto;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code RoleBindings} of version 1 for all protocols. */
@ApplicationScoped
public class RoleBindingsV1Endpoint implements Endpoint {
  /** The API has no limit; this one keeps transactions small. */
  private static final int MAX_BATCH = 1_000;

  @EJB private ResourceService resources;
  @EJB private RoleBindingService roleBindings;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, RoleBindings.KIND);
    return new StandardV1Methods<local.platform.iam.binding.RoleBinding, RoleBinding>(
            ServiceMethods.of(RoleBindingV1Proto.getDescriptor(), "RoleBindings", V1.VERSION)
                .on(CreateRoleBindingBatchRequest.getDefaultInstance(), this::createBatch),
            RoleBinding.getDefaultInstance(),
            RoleBindingV1Mapper::message)
        .create(
            CreateRoleBindingRequest.getDefaultInstance(),
            "parent",
            RoleBindingV1Mapper::draft,
            roleBindings::create)
        .update(RoleBindingV1Mapper::change, standard::update)
        .list(
            RoleBindingFilter.getDefaultInstance(),
            RoleBindingList.getDefaultInstance(),
            RoleBindingV1Mapper::query,
            standard::walk,
            RoleBindingV1Mapper::item)
        .delete(DeleteRoleBindingRequest.getDefaultInstance(), standard::delete)
        .methods();
  }

  private RoleBindingBatch createBatch(Call call, CreateRoleBindingBatchRequest request) {
    List<RoleBindingDraft> drafts = RoleBindingV1Mapper.drafts(call, request);
    Uid group = call.requiredUid("parent", request.getParent());
    return RoleBindingV1Mapper.message(
        roleBindings.createAll(call.caller(), group, drafts, MAX_BATCH));
  }
}
