package local.platform.web.v1.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.iam.idp.IdentityProviders;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.CreateIdentityProviderRequest;
import local.platform.proto.iam.v1.DeleteIdentityProviderRequest;
import local.platform.proto.iam.v1.IdentityProvider;
import local.platform.proto.iam.v1.IdentityProviderFilter;
import local.platform.proto.iam.v1.IdentityProviderList;
import local.platform.proto.iam.v1.IdentityProvidersV1Proto;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code IdentityProviders} of version 1 for all protocols. */
@ApplicationScoped
public class IdentityProvidersV1Endpoint implements Endpoint {
  @EJB private ResourceService resources;

  @Override
  public ServiceMethods methods() {
    var providers = new Resources<>(resources, IdentityProviders.KIND);
    return new StandardV1Methods<local.platform.iam.idp.IdentityProvider, IdentityProvider>(
            ServiceMethods.of(
                IdentityProvidersV1Proto.getDescriptor(), "IdentityProviders", V1.VERSION),
            IdentityProvider.getDefaultInstance(),
            IdentityProviderV1Mapper::message)
        .create(
            CreateIdentityProviderRequest.getDefaultInstance(),
            "parent_id",
            IdentityProviderV1Mapper::draft,
            providers::create)
        .update(IdentityProviderV1Mapper::change, providers::update)
        .list(
            IdentityProviderFilter.getDefaultInstance(),
            IdentityProviderList.getDefaultInstance(),
            IdentityProviderV1Mapper::query,
            providers::walk)
        .delete(DeleteIdentityProviderRequest.getDefaultInstance(), providers::delete)
        .methods();
  }
}
