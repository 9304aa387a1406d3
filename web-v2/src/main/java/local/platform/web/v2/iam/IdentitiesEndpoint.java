package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.identity.Identities;
import local.platform.iam.identity.IdentityService;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v2.CreateIdentityRequest;
import local.platform.proto.iam.v2.DeleteIdentityRequest;
import local.platform.proto.iam.v2.GetIdentityRequest;
import local.platform.proto.iam.v2.IdentitiesProto;
import local.platform.proto.iam.v2.Identity;
import local.platform.proto.iam.v2.ListIdentitiesRequest;
import local.platform.proto.iam.v2.ListIdentitiesResponse;
import local.platform.proto.iam.v2.UpdateIdentityRequest;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code IdentitiesService} of version 2 for all protocols. */
@ApplicationScoped
public class IdentitiesEndpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private IdentityService identities;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, Identities.KIND);
    return new StandardMethods<local.platform.iam.identity.Identity, Identity>(
            ServiceMethods.of(IdentitiesProto.getDescriptor(), "IdentitiesService", V2.VERSION),
            Identity.getDefaultInstance(),
            IdentityMapper::message)
        .get(GetIdentityRequest.getDefaultInstance(), standard::get)
        .list(
            ListIdentitiesRequest.getDefaultInstance(),
            ListIdentitiesResponse.getDefaultInstance(),
            IdentityMapper::query,
            standard::list)
        .create(
            CreateIdentityRequest.getDefaultInstance(),
            IdentityMapper.DRAFTS,
            (caller, parent, draft) ->
                identities.create(caller, parent, draft, StaticKeys.MAX_LIFETIME))
        .update(
            UpdateIdentityRequest.getDefaultInstance(),
            IdentityMapper.DRAFTS,
            (caller, uid, change, condition) ->
                identities.update(caller, uid, change, StaticKeys.MAX_LIFETIME, condition))
        .delete(DeleteIdentityRequest.getDefaultInstance(), standard::delete)
        .methods();
  }
}
