package local.platform.web.v2.iam.identity;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.identity.IdentityService;
import local.platform.proto.iam.v2.CreateIdentityRequest;
import local.platform.proto.iam.v2.DeleteIdentityRequest;
import local.platform.proto.iam.v2.GetIdentityRequest;
import local.platform.proto.iam.v2.IdentitiesProto;
import local.platform.proto.iam.v2.Identity;
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.proto.iam.v2.ListIdentitiesResponse;
import local.platform.proto.iam.v2.UpdateIdentityRequest;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.Versioned;
import local.platform.web.v2.endpoint.ApiVersions;

/** {@code IdentitiesService} of version 2, on every protocol. */
@ApplicationScoped
public class IdentitiesEndpoint implements Endpoint {
  @EJB private IdentityService identities;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(IdentitiesProto.getDescriptor(), "IdentitiesService", ApiVersions.V2)
        .onResource(GetIdentityRequest.getDefaultInstance(), this::get)
        .on(ListIdentitiesRequest.getDefaultInstance(), this::list)
        .onResource(CreateIdentityRequest.getDefaultInstance(), this::create)
        .onResource(UpdateIdentityRequest.getDefaultInstance(), this::update)
        .on(DeleteIdentityRequest.getDefaultInstance(), this::delete);
  }

  Versioned<Identity> get(Call call, GetIdentityRequest request) {
    return IdentityMapper.versioned(
        identities.get(call.caller(), call.requiredUid("uid", request.getUid())));
  }

  ListIdentitiesResponse list(Call call, ListIdentitiesRequest request) {
    return IdentityMapper.message(
        identities.list(
            call.caller(),
            IdentityMapper.query(call, request),
            IdentityMapper.page(call, request)));
  }

  Versioned<Identity> create(Call call, CreateIdentityRequest request) {
    return IdentityMapper.versioned(
        identities.create(call.caller(), IdentityMapper.newIdentity(call, request)));
  }

  Versioned<Identity> update(Call call, UpdateIdentityRequest request) {
    return IdentityMapper.versioned(
        identities.update(call.caller(), IdentityMapper.update(call, request)));
  }

  Empty delete(Call call, DeleteIdentityRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    identities.delete(call.caller(), uid, call.condition());
    return Empty.getDefaultInstance();
  }
}
