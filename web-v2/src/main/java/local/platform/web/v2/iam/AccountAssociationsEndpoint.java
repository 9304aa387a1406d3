package local.platform.web.v2.iam;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociationService;
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.account.AccountProvider;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v2.AccountAssociation;
import local.platform.proto.iam.v2.AccountAssociationsProto;
import local.platform.proto.iam.v2.CheckAccountAssociationRequest;
import local.platform.proto.iam.v2.CheckAccountAssociationResponse;
import local.platform.proto.iam.v2.CreateAccountAssociationRequest;
import local.platform.proto.iam.v2.DeleteAccountAssociationRequest;
import local.platform.proto.iam.v2.GetAccountAssociationRequest;
import local.platform.proto.iam.v2.ListAccountAssociationsRequest;
import local.platform.proto.iam.v2.ListAccountAssociationsResponse;
import local.platform.proto.iam.v2.UpdateAccountAssociationRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code AccountAssociationsService} of version 2 for all protocols. */
@ApplicationScoped
public class AccountAssociationsEndpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private AccountAssociationService associations;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, AccountAssociations.KIND);
    return new StandardMethods<local.platform.iam.account.AccountAssociation, AccountAssociation>(
            ServiceMethods.of(
                    AccountAssociationsProto.getDescriptor(),
                    "AccountAssociationsService",
                    V2.VERSION)
                .on(CheckAccountAssociationRequest.getDefaultInstance(), this::check),
            AccountAssociation.getDefaultInstance(),
            AccountAssociationMapper::message)
        .get(GetAccountAssociationRequest.getDefaultInstance(), standard::get)
        .list(
            ListAccountAssociationsRequest.getDefaultInstance(),
            ListAccountAssociationsResponse.getDefaultInstance(),
            AccountAssociationMapper::query,
            standard::list)
        .create(
            CreateAccountAssociationRequest.getDefaultInstance(),
            AccountAssociationMapper.DRAFTS,
            standard::create)
        .update(
            UpdateAccountAssociationRequest.getDefaultInstance(),
            AccountAssociationMapper.DRAFTS,
            standard::update)
        .delete(DeleteAccountAssociationRequest.getDefaultInstance(), standard::delete)
        .methods();
  }

  private CheckAccountAssociationResponse check(Call call, CheckAccountAssociationRequest request) {
    Optional<AccountProvider> provider =
        AccountAssociationMapper.provider(call.violations(), request.getProviderType());
    Uid uid = call.requiredUid("uid", request.getUid());
    return AccountAssociationMapper.message(
        associations.check(call.caller(), uid, provider.orElseThrow()));
  }
}
