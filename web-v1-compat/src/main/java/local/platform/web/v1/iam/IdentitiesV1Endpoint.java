package local.platform.web.v1.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.identity.Identities;
import local.platform.iam.identity.IdentityService;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.CreateIdentityRequest;
import local.platform.proto.iam.v1.DeleteIdentityRequest;
import local.platform.proto.iam.v1.Identity;
import local.platform.proto.iam.v1.IdentityFilter;
import local.platform.proto.iam.v1.IdentityList;
import local.platform.proto.iam.v1.IdentityV1Proto;
import local.platform.proto.iam.v1.LookupRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code Identities} of version 1 for all protocols. */
@ApplicationScoped
public class IdentitiesV1Endpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private IdentityService identities;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, Identities.KIND);
    return new StandardV1Methods<local.platform.iam.identity.Identity, Identity>(
            ServiceMethods.of(IdentityV1Proto.getDescriptor(), "Identities", V1.VERSION)
                .on(LookupRequest.getDefaultInstance(), this::lookup),
            Identity.getDefaultInstance(),
            IdentityV1Mapper::message)
        .withNames(IdentityV1Mapper.NAMES)
        .create(
            CreateIdentityRequest.getDefaultInstance(),
            "parent_id",
            IdentityV1Mapper::draft,
            (caller, parent, draft) ->
                identities.create(caller, parent, draft, IdentityV1Mapper.KEY_LIFETIME))
        .update(
            IdentityV1Mapper::change,
            (caller, uid, change, condition) ->
                identities.update(caller, uid, change, IdentityV1Mapper.KEY_LIFETIME, condition))
        .list(
            IdentityFilter.getDefaultInstance(),
            IdentityList.getDefaultInstance(),
            IdentityV1Mapper::query,
            standard::walk)
        .delete(DeleteIdentityRequest.getDefaultInstance(), standard::delete)
        .methods();
  }

  private Identity lookup(Call call, LookupRequest request) {
    call.violations().throwIfAny();
    return IdentityV1Mapper.message(
        identities.lookup(call.caller(), request.getIssuer(), request.getSubject()));
  }
}
