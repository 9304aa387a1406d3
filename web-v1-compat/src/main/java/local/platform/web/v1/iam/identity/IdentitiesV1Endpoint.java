package local.platform.web.v1.iam.identity;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.identity.IdentityQuery;
import local.platform.iam.identity.IdentityService;
import local.platform.iam.identity.IdentityUpdate;
import local.platform.iam.identity.NewIdentity;
import local.platform.proto.iam.v1.CreateIdentityRequest;
import local.platform.proto.iam.v1.DeleteIdentityRequest;
import local.platform.proto.iam.v1.Identity;
import local.platform.proto.iam.v1.IdentityFilter;
import local.platform.proto.iam.v1.IdentityList;
import local.platform.proto.iam.v1.IdentityV1Proto;
import local.platform.proto.iam.v1.LookupRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.FieldNames;
import local.platform.web.v1.endpoint.V1;

/** {@code Identities} of version 1, on every protocol. */
@ApplicationScoped
public class IdentitiesV1Endpoint implements Endpoint {
  @EJB private IdentityService identities;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(IdentityV1Proto.getDescriptor(), "Identities", V1.VERSION)
        .on(CreateIdentityRequest.getDefaultInstance(), this::create)
        .on(Identity.getDefaultInstance(), this::update)
        .onItems(IdentityFilter.getDefaultInstance(), IdentityList.getDefaultInstance(), this::list)
        .on(LookupRequest.getDefaultInstance(), this::lookup)
        .on(DeleteIdentityRequest.getDefaultInstance(), this::delete);
  }

  Identity create(Call call, CreateIdentityRequest request) {
    NewIdentity identity = IdentityV1Mapper.newIdentity(call, request);
    return IdentityV1Mapper.message(
        FieldNames.translated(
            IdentityV1Mapper::field, () -> identities.create(call.caller(), identity)));
  }

  Identity update(Call call, Identity identity) {
    IdentityUpdate update = IdentityV1Mapper.update(call, identity);
    return IdentityV1Mapper.message(
        FieldNames.translated(
            IdentityV1Mapper::field, () -> identities.update(call.caller(), update)));
  }

  ItemWalk<Identity> list(Call call, IdentityFilter filter) {
    IdentityQuery query = IdentityV1Mapper.query(call, filter);
    return (window, items) ->
        identities.walk(
            call.caller(),
            query,
            window,
            identity -> items.accept(IdentityV1Mapper.message(identity)));
  }

  Identity lookup(Call call, LookupRequest request) {
    call.violations().throwIfAny();
    return IdentityV1Mapper.message(
        identities.lookup(call.caller(), request.getIssuer(), request.getSubject()));
  }

  Empty delete(Call call, DeleteIdentityRequest request) {
    Uid uid = call.requiredUid("id", request.getId());
    return Deletion.of(() -> identities.delete(call.caller(), uid, call.condition()));
  }
}
