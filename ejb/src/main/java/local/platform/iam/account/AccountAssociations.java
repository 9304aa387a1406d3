package local.platform.iam.account;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.ColumnType;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.iam.account.AccountAssociationDraft.Azure;
import local.platform.iam.account.AccountAssociationDraft.Chainguard;
import local.platform.iam.account.AccountAssociationDraft.GitHub;
import local.platform.iam.account.AccountAssociationDraft.Google;
import local.platform.iam.account.AccountAssociationDraft.Installation;
import local.platform.iam.identity.IdentityRepository;
import local.platform.iam.identity.PlatformService;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;

/**
 * The kind of account associations. A group has at most one, which has the uid of the group. The
 * identity to which a service is bound must stand for that service when it is bound; later it may
 * change or be deleted, since nothing acts as it.
 */
@Dependent
public class AccountAssociations
    implements Rules<AccountAssociationEntity, AccountAssociationDraft> {
  /** Lists those with a name. */
  public static final Filter<String> NAME = Filter.by("name");

  /** The uid, which lists call by the name that version 1 has for it, too. */
  private static final SortField GROUP = SortField.of("uid", ColumnType.UID, "group", "uid");

  private static final String NAME_OF_KIND = "AccountAssociation";

  /** The kind. */
  public static final Kind<AccountAssociationEntity, AccountAssociationDraft, AccountAssociation>
      KIND =
          Kind.<AccountAssociationEntity, AccountAssociationDraft, AccountAssociation>of(
                  NAME_OF_KIND,
                  "account associations",
                  AccountAssociationEntity.class,
                  AccountAssociationEntity::toRecord)
              .repository(
                  (entityManager, vendor) ->
                      new ResourceRepository<>(
                          entityManager,
                          vendor,
                          AccountAssociationEntity.class,
                          NAME_OF_KIND,
                          ParentKind.GROUP_OF_ONE,
                          AccountAssociationEntity::toRecord))
              .drafts(
                  AccountAssociationDraft.EMPTY,
                  AccountAssociationEntity::new,
                  AccountAssociationEntity::draft,
                  AccountAssociationEntity::store)
              .get(Guard.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST))
              .list(Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST)
              .create(Guard.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE))
              .update(Guard.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE))
              .delete(Guard.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE))
              .orderedBy(GROUP, SortField.NAME, SortField.CREATE_TIME, SortField.UPDATE_TIME)
              .orderedByDefault(GROUP, false)
              .filteredBy(NAME)
              .inDeletedGroup(InDeletedGroup.PREVENT_DELETION)
              .build();

  private static final int MAX_CLIENT_IDS = 32;
  private static final int MAX_APPS = 32;
  private static final int MAX_INSTALLATIONS = 500;

  private static final String ACCOUNT = "amazon.account";
  private static final String PROJECT_ID = "google.projectId";
  private static final String PROJECT_NUMBER = "google.projectNumber";
  private static final String SERVICE_BINDINGS = "chainguard.serviceBindings";
  private static final String TENANT_ID = "azure.tenantId";
  private static final String CLIENT_IDS = "azure.clientIds";
  private static final String APP_INSTALLATIONS = "github.appInstallations";

  private static final List<String> SERVICES =
      Arrays.stream(PlatformService.values()).map(PlatformService::name).toList();

  private final IdentityRepository identities;

  @Inject
  public AccountAssociations(IdentityRepository identities) {
    this.identities = identities;
  }

  @Override
  public Kind<AccountAssociationEntity, AccountAssociationDraft, AccountAssociation> kind() {
    return KIND;
  }

  @Override
  public void validate(AccountAssociationDraft draft, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.description("description", draft.description(), violations);
    draft
        .amazon()
        .ifPresent(amazon -> FieldRules.awsAccount(ACCOUNT, amazon.account(), violations));
    draft.google().ifPresent(google -> validate(google, violations));
    draft.chainguard().ifPresent(chainguard -> validate(chainguard, violations));
    draft.azure().ifPresent(azure -> validate(azure, violations));
    draft.github().ifPresent(github -> validate(github, violations));
  }

  private static void validate(Google google, FieldViolations violations) {
    FieldRules.line(PROJECT_ID, google.projectId(), violations);
    FieldRules.line(PROJECT_NUMBER, google.projectNumber(), violations);
  }

  private static void validate(Chainguard chainguard, FieldViolations violations) {
    chainguard.serviceBindings().keySet().stream()
        .filter(service -> !SERVICES.contains(service))
        .forEach(
            service ->
                violations.add(
                    entry(SERVICE_BINDINGS, service),
                    "the service must be one of " + String.join(", ", SERVICES)));
  }

  private static void validate(Azure azure, FieldViolations violations) {
    FieldRules.line(TENANT_ID, azure.tenantId(), violations);
    if (azure.clientIds().size() > MAX_CLIENT_IDS) {
      violations.add(CLIENT_IDS, "must have at most " + MAX_CLIENT_IDS + " entries");
    }
    azure
        .clientIds()
        .forEach(
            (component, clientId) -> {
              if (component.isEmpty()) {
                violations.add(CLIENT_IDS, "each must have the name of a component");
              }
              String field = entry(CLIENT_IDS, component);
              FieldRules.line(field, component, violations);
              FieldRules.line(field, clientId, violations);
              FieldRules.required(field, clientId, violations);
            });
  }

  private static void validate(GitHub github, FieldViolations violations) {
    Map<Long, List<Installation>> apps = github.appInstallations();
    if (apps.size() > MAX_APPS) {
      violations.add(APP_INSTALLATIONS, "must have at most " + MAX_APPS + " apps");
    }
    if (apps.values().stream().mapToInt(List::size).sum() > MAX_INSTALLATIONS) {
      violations.add(
          APP_INSTALLATIONS, "must have at most " + MAX_INSTALLATIONS + " installations");
    }
    apps.forEach(
        (app, installations) -> {
          String field = entry(APP_INSTALLATIONS, String.valueOf(app));
          if (app <= 0) {
            violations.add(field, "the id of an app must be positive");
          }
          for (Installation installation : installations) {
            if (installation.installationId() <= 0) {
              violations.add(field, "each installation must have a positive installationId");
            }
            FieldRules.line(field, installation.name(), violations);
          }
        });
  }

  private static String entry(String map, String key) {
    return map + "." + key;
  }

  @Override
  public void validateWhole(AccountAssociationDraft draft, FieldViolations violations) {
    draft.amazon().ifPresent(amazon -> FieldRules.required(ACCOUNT, amazon.account(), violations));
    draft
        .google()
        .ifPresent(
            google -> {
              FieldRules.required(PROJECT_ID, google.projectId(), violations);
              FieldRules.required(PROJECT_NUMBER, google.projectNumber(), violations);
            });
    draft
        .chainguard()
        .ifPresent(
            chainguard -> required(SERVICE_BINDINGS, chainguard.serviceBindings(), violations));
    draft
        .azure()
        .ifPresent(
            azure -> {
              FieldRules.required(TENANT_ID, azure.tenantId(), violations);
              required(CLIENT_IDS, azure.clientIds(), violations);
            });
  }

  private static void required(String field, Map<?, ?> entries, FieldViolations violations) {
    if (entries.isEmpty()) {
      violations.add(field, "must have at least one entry");
    }
  }

  @Override
  public AccountAssociationDraft beforeCreate(
      Caller caller, Uid uid, AccountAssociationDraft draft) {
    requireBindable(uid, draft.chainguard());
    return draft;
  }

  @Override
  public AccountAssociationDraft beforeUpdate(
      Caller caller, AccountAssociationEntity stored, AccountAssociationDraft draft) {
    if (!draft.chainguard().equals(stored.draft().chainguard())) {
      requireBindable(stored.uid(), draft.chainguard());
    }
    return draft;
  }

  /**
   * Checks that the identities to which services are bound lie directly in the group and stand for
   * these services, and prevents changes of them until the transaction ends.
   */
  private void requireBindable(Uid group, Optional<Chainguard> chainguard) {
    FieldViolations violations = new FieldViolations();
    // In the order of uids: two writes that locked the same rows in different orders would wait for
    // each other.
    chainguard.map(Chainguard::serviceBindings).orElse(Map.of()).entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .filter(binding -> !isBindable(group, binding.getKey(), binding.getValue()))
        .forEach(
            binding ->
                violations.add(
                    entry(SERVICE_BINDINGS, binding.getKey()),
                    "must be an identity directly in the group whose relationship is the service"
                        + " principal "
                        + binding.getKey()));
    violations.throwIfAny();
  }

  private boolean isBindable(Uid group, String service, Uid identity) {
    return identity.parent().filter(group::equals).isPresent()
        && identities
            .lockService(identity)
            .map(PlatformService::name)
            .filter(service::equals)
            .isPresent();
  }
}
