package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.idp.IdentityProviders;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v2.CreateIdentityProviderRequest;
import local.platform.proto.iam.v2.DeleteIdentityProviderRequest;
import local.platform.proto.iam.v2.GetIdentityProviderRequest;
import local.platform.proto.iam.v2.IdentityProvider;
import local.platform.proto.iam.v2.IdentityProvidersProto;
import local.platform.proto.iam.v2.ListIdentityProvidersRequest;
import local.platform.proto.iam.v2.ListIdentityProvidersResponse;
import local.platform.proto.iam.v2.UpdateIdentityProviderRequest;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code IdentityProvidersService} of version 2 for all protocols. */
@ApplicationScoped
public class IdentityProvidersEndpoint implements Endpoint {
  @EJB private ResourceService resources;

  @Override
  public ServiceMethods methods() {
    var providers = new Resources<>(resources, IdentityProviders.KIND);
    return new StandardMethods<local.platform.iam.idp.IdentityProvider, IdentityProvider>(
            ServiceMethods.of(
                IdentityProvidersProto.getDescriptor(), "IdentityProvidersService", V2.VERSION),
            IdentityProvider.getDefaultInstance(),
            IdentityProviderMapper::message)
        .get(GetIdentityProviderRequest.getDefaultInstance(), providers::get)
        .list(
            ListIdentityProvidersRequest.getDefaultInstance(),
            ListIdentityProvidersResponse.getDefaultInstance(),
            IdentityProviderMapper::query,
            providers::list)
        .create(
            CreateIdentityProviderRequest.getDefaultInstance(),
            IdentityProviderMapper.DRAFTS,
            providers::create)
        .update(
            UpdateIdentityProviderRequest.getDefaultInstance(),
            IdentityProviderMapper.DRAFTS,
            providers::update)
        .delete(DeleteIdentityProviderRequest.getDefaultInstance(), providers::delete)
        .methods();
  }
}
