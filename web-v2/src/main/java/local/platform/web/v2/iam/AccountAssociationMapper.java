package local.platform.web.v2.iam;

import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociationDraft.Installation;
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.account.AccountProvider;
import local.platform.iam.account.AccountStatus;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.AccountAssociation;
import local.platform.proto.iam.v2.AccountAssociation.Amazon;
import local.platform.proto.iam.v2.AccountAssociation.Azure;
import local.platform.proto.iam.v2.AccountAssociation.Chainguard;
import local.platform.proto.iam.v2.AccountAssociation.GitHub;
import local.platform.proto.iam.v2.AccountAssociation.GitHubAppInstallations;
import local.platform.proto.iam.v2.AccountAssociation.GitHubInstallation;
import local.platform.proto.iam.v2.AccountAssociation.Google;
import local.platform.proto.iam.v2.AccountProviderType;
import local.platform.proto.iam.v2.CheckAccountAssociationResponse;
import local.platform.proto.iam.v2.CheckStatus;
import local.platform.proto.iam.v2.ListAccountAssociationsRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidFields;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of account associations. */
final class AccountAssociationMapper {
  static final Drafts<AccountAssociation, AccountAssociationDraft> DRAFTS =
      new Drafts<>(AccountAssociationMapper::message, AccountAssociationMapper::draft);

  private AccountAssociationMapper() {}

  static AccountAssociation message(local.platform.iam.account.AccountAssociation association) {
    return message(association.draft()).toBuilder()
        .setUid(association.uid().value())
        .setCreateTime(Timestamps.message(association.createTime()))
        .setUpdateTime(Timestamps.message(association.updateTime()))
        .build();
  }

  static AccountAssociation message(AccountAssociationDraft draft) {
    AccountAssociation.Builder message =
        AccountAssociation.newBuilder().setName(draft.name()).setDescription(draft.description());
    draft.amazon().map(AccountAssociationMapper::message).ifPresent(message::setAmazon);
    draft.google().map(AccountAssociationMapper::message).ifPresent(message::setGoogle);
    draft.chainguard().map(AccountAssociationMapper::message).ifPresent(message::setChainguard);
    draft.azure().map(AccountAssociationMapper::message).ifPresent(message::setAzure);
    draft.github().map(AccountAssociationMapper::message).ifPresent(message::setGithub);
    return message.build();
  }

  private static Amazon message(AccountAssociationDraft.Amazon amazon) {
    return Amazon.newBuilder().setAccount(amazon.account()).build();
  }

  private static Google message(AccountAssociationDraft.Google google) {
    return Google.newBuilder()
        .setProjectId(google.projectId())
        .setProjectNumber(google.projectNumber())
        .build();
  }

  private static Chainguard message(AccountAssociationDraft.Chainguard chainguard) {
    Chainguard.Builder message = Chainguard.newBuilder();
    chainguard
        .serviceBindings()
        .forEach((service, identity) -> message.putServiceBindings(service, identity.value()));
    return message.build();
  }

  private static Azure message(AccountAssociationDraft.Azure azure) {
    return Azure.newBuilder()
        .setTenantId(azure.tenantId())
        .putAllClientIds(azure.clientIds())
        .build();
  }

  private static GitHub message(AccountAssociationDraft.GitHub github) {
    GitHub.Builder message = GitHub.newBuilder();
    github
        .appInstallations()
        .forEach((app, installations) -> message.putAppInstallations(app, message(installations)));
    return message.build();
  }

  private static GitHubAppInstallations message(List<Installation> installations) {
    return GitHubAppInstallations.newBuilder()
        .addAllInstallations(
            installations.stream()
                .map(
                    each ->
                        GitHubInstallation.newBuilder()
                            .setInstallationId(each.installationId())
                            .setName(each.name())
                            .build())
                .toList())
        .build();
  }

  static AccountAssociationDraft draft(FieldViolations violations, AccountAssociation association) {
    return new AccountAssociationDraft(
        association.getName(),
        association.getDescription(),
        block(association.getAmazon(), AccountAssociationMapper::amazon),
        block(association.getGoogle(), AccountAssociationMapper::google),
        block(association.getChainguard(), block -> chainguard(block, violations)),
        block(association.getAzure(), AccountAssociationMapper::azure),
        block(association.getGithub(), AccountAssociationMapper::github));
  }

  /**
   * Reads the block of a provider. One without values is none: that is what a replacement by a
   * message without the block leaves of it.
   */
  private static <B extends Message, R> Optional<R> block(B block, Function<B, R> read) {
    return block.equals(block.getDefaultInstanceForType())
        ? Optional.empty()
        : Optional.of(read.apply(block));
  }

  private static AccountAssociationDraft.Amazon amazon(Amazon message) {
    return new AccountAssociationDraft.Amazon(message.getAccount());
  }

  private static AccountAssociationDraft.Google google(Google message) {
    return new AccountAssociationDraft.Google(message.getProjectId(), message.getProjectNumber());
  }

  private static AccountAssociationDraft.Chainguard chainguard(
      Chainguard message, FieldViolations violations) {
    Map<String, Uid> bindings = new HashMap<>();
    new TreeMap<>(message.getServiceBindingsMap())
        .forEach(
            (service, identity) ->
                UidFields.read("chainguard.serviceBindings." + service, identity, violations)
                    .ifPresent(uid -> bindings.put(service, uid)));
    return new AccountAssociationDraft.Chainguard(bindings);
  }

  private static AccountAssociationDraft.Azure azure(Azure message) {
    return new AccountAssociationDraft.Azure(message.getTenantId(), message.getClientIdsMap());
  }

  private static AccountAssociationDraft.GitHub github(GitHub message) {
    Map<Long, List<Installation>> installations = new HashMap<>();
    message
        .getAppInstallationsMap()
        .forEach((app, entry) -> installations.put(app, installations(entry)));
    return new AccountAssociationDraft.GitHub(installations);
  }

  private static List<Installation> installations(GitHubAppInstallations message) {
    return message.getInstallationsList().stream()
        .map(each -> new Installation(each.getInstallationId(), each.getName()))
        .toList();
  }

  static ResourceQuery query(Call call, ListAccountAssociationsRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(AccountAssociations.NAME, request.getName());
  }

  /** Returns the provider that a check names; empty if it names none, which is a violation. */
  static Optional<AccountProvider> provider(FieldViolations violations, AccountProviderType type) {
    return switch (type) {
      case ACCOUNT_PROVIDER_TYPE_GOOGLE -> Optional.of(AccountProvider.GOOGLE);
      case ACCOUNT_PROVIDER_TYPE_AMAZON -> Optional.of(AccountProvider.AMAZON);
      case ACCOUNT_PROVIDER_TYPE_AZURE -> Optional.of(AccountProvider.AZURE);
      case ACCOUNT_PROVIDER_TYPE_UNSPECIFIED, UNRECOGNIZED -> {
        violations.add(
            "providerType",
            "must be one of the names of AccountProviderType other than"
                + " ACCOUNT_PROVIDER_TYPE_UNSPECIFIED");
        yield Optional.empty();
      }
    };
  }

  static CheckAccountAssociationResponse message(AccountStatus status) {
    return CheckAccountAssociationResponse.newBuilder()
        .setStatus(
            status.ready() ? CheckStatus.CHECK_STATUS_READY : CheckStatus.CHECK_STATUS_NOT_READY)
        .setReason(status.reason())
        .setMessage(status.message())
        .build();
  }
}
