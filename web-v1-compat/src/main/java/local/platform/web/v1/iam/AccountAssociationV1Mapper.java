package local.platform.web.v1.iam;

import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociationDraft.Installation;
import local.platform.iam.account.AccountProvider;
import local.platform.iam.account.AccountStatus;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.AccountAssociations;
import local.platform.proto.iam.v1.AccountAssociations.Amazon;
import local.platform.proto.iam.v1.AccountAssociations.Azure;
import local.platform.proto.iam.v1.AccountAssociations.Chainguard;
import local.platform.proto.iam.v1.AccountAssociations.GitHub;
import local.platform.proto.iam.v1.AccountAssociations.GitHubAppInstallations;
import local.platform.proto.iam.v1.AccountAssociations.GitHubInstallation;
import local.platform.proto.iam.v1.AccountAssociations.Google;
import local.platform.proto.iam.v1.AccountAssociationsCheckRequest.AccountType;
import local.platform.proto.iam.v1.AccountAssociationsFilter;
import local.platform.proto.iam.v1.AccountAssociationsStatus;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.UidFields;

/** Converts between the messages of version 1 and the records of account associations. */
final class AccountAssociationV1Mapper {
  private AccountAssociationV1Mapper() {}

  static AccountAssociations message(local.platform.iam.account.AccountAssociation association) {
    AccountAssociationDraft draft = association.draft();
    AccountAssociations.Builder message =
        AccountAssociations.newBuilder()
            .setGroup(association.uid().value())
            .setName(draft.name())
            .setDescription(draft.description());
    draft.amazon().map(AccountAssociationV1Mapper::message).ifPresent(message::setAmazon);
    draft.google().map(AccountAssociationV1Mapper::message).ifPresent(message::setGoogle);
    draft.chainguard().map(AccountAssociationV1Mapper::message).ifPresent(message::setChainguard);
    draft.azure().map(AccountAssociationV1Mapper::message).ifPresent(message::setAzure);
    draft.github().map(AccountAssociationV1Mapper::message).ifPresent(message::setGithub);
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

  static AccountAssociationDraft draft(
      FieldViolations violations, AccountAssociations association) {
    return new AccountAssociationDraft(
        association.getName(),
        association.getDescription(),
        block(association.getAmazon(), AccountAssociationV1Mapper::amazon),
        block(association.getGoogle(), AccountAssociationV1Mapper::google),
        block(association.getChainguard(), block -> chainguard(block, violations)),
        block(association.getAzure(), AccountAssociationV1Mapper::azure),
        block(association.getGithub(), AccountAssociationV1Mapper::github));
  }

  /** Reads the block of a provider. One without values is none, as in version 2. */
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

  /** Returns the replacement of an account association. */
  static DraftChange<AccountAssociationDraft> change(
      FieldViolations violations, AccountAssociations association) {
    AccountAssociationDraft given = draft(violations, association);
    return DraftChange.of(
        before -> given,
        "name",
        "description",
        "amazon",
        "google",
        "chainguard",
        "azure",
        "github");
  }

  static ResourceQuery query(Call call, AccountAssociationsFilter filter) {
    return ResourceQuery.of(
            call.optionalUid("group", filter.getGroup())
                .map(UidpFilter.NONE::only)
                .orElse(UidpFilter.NONE))
        .with(
            local.platform.iam.account.AccountAssociations.NAME,
            Optional.of(filter.getName()).filter(name -> !name.isEmpty()));
  }

  /** Returns the provider that a check names; empty if it names none, which is a violation. */
  static Optional<AccountProvider> provider(FieldViolations violations, AccountType type) {
    return switch (type) {
      case GOOGLE -> Optional.of(AccountProvider.GOOGLE);
      case AMAZON -> Optional.of(AccountProvider.AMAZON);
      case AZURE -> Optional.of(AccountProvider.AZURE);
      case UNKNOWN, UNRECOGNIZED -> {
        violations.add("accountType", "must be one of the names of AccountType other than UNKNOWN");
        yield Optional.empty();
      }
    };
  }

  static AccountAssociationsStatus message(AccountStatus status) {
    return AccountAssociationsStatus.newBuilder()
        .setReady(
            status.ready()
                ? AccountAssociationsStatus.State.Ready
                : AccountAssociationsStatus.State.NotReady)
        .setReason(status.reason())
        .setMessage(status.message())
        .build();
  }
}
