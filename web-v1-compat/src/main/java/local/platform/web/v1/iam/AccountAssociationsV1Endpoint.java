package local.platform.web.v1.iam;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociation;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociationService;
import local.platform.iam.account.AccountProvider;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.iam.v1.AccountAssociations;
import local.platform.proto.iam.v1.AccountAssociationsCheckRequest;
import local.platform.proto.iam.v1.AccountAssociationsFilter;
import local.platform.proto.iam.v1.AccountAssociationsList;
import local.platform.proto.iam.v1.AccountAssociationsStatus;
import local.platform.proto.iam.v1.AccountAssociationsV1Proto;
import local.platform.proto.iam.v1.DeleteAccountAssociationsRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.Deletion;
import local.platform.web.v1.endpoint.StandardV1Methods;
import local.platform.web.v1.endpoint.V1;

/**
 * Implements {@code GroupAccountAssociations} of version 1 for all protocols. Its requests name the
 * group, and one message is both the request and the resource.
 */
@ApplicationScoped
public class AccountAssociationsV1Endpoint implements Endpoint {
  private static final String GROUP = "group";

  @EJB private ResourceService resources;
  @EJB private AccountAssociationService associations;

  @Override
  public ServiceMethods methods() {
    return new StandardV1Methods<AccountAssociation, AccountAssociations>(
            ServiceMethods.of(
                    AccountAssociationsV1Proto.getDescriptor(),
                    "GroupAccountAssociations",
                    V1.VERSION)
                .on("Create", AccountAssociations.getDefaultInstance(), this::create)
                .on("Update", AccountAssociations.getDefaultInstance(), this::update)
                .on(DeleteAccountAssociationsRequest.getDefaultInstance(), this::delete)
                .on(AccountAssociationsCheckRequest.getDefaultInstance(), this::check),
            AccountAssociations.getDefaultInstance(),
            AccountAssociationV1Mapper::message)
        .list(
            AccountAssociationsFilter.getDefaultInstance(),
            AccountAssociationsList.getDefaultInstance(),
            AccountAssociationV1Mapper::query,
            standard()::walk)
        .methods();
  }

  private Resources<AccountAssociationDraft, AccountAssociation> standard() {
    return new Resources<>(resources, local.platform.iam.account.AccountAssociations.KIND);
  }

  private AccountAssociations create(Call call, AccountAssociations request) {
    AccountAssociationDraft draft = AccountAssociationV1Mapper.draft(call.violations(), request);
    Uid group = call.requiredUid(GROUP, request.getGroup());
    return AccountAssociationV1Mapper.message(standard().create(call.caller(), group, draft));
  }

  private AccountAssociations update(Call call, AccountAssociations request) {
    DraftChange<AccountAssociationDraft> change =
        AccountAssociationV1Mapper.change(call.violations(), request);
    Uid group = call.requiredUid(GROUP, request.getGroup());
    return AccountAssociationV1Mapper.message(
        standard().update(call.caller(), group, change, call.condition()));
  }

  private Empty delete(Call call, DeleteAccountAssociationsRequest request) {
    Uid group = call.requiredUid(GROUP, request.getGroup());
    return Deletion.of(() -> standard().delete(call.caller(), group, call.condition()));
  }

  private AccountAssociationsStatus check(Call call, AccountAssociationsCheckRequest request) {
    Optional<AccountProvider> provider =
        AccountAssociationV1Mapper.provider(call.violations(), request.getAccountType());
    Uid group = call.requiredUid(GROUP, request.getGroup());
    return AccountAssociationV1Mapper.message(
        associations.check(call.caller(), group, provider.orElseThrow()));
  }
}
