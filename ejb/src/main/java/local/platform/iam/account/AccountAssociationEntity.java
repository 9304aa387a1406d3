package local.platform.iam.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociationDraft.Amazon;
import local.platform.iam.account.AccountAssociationDraft.Azure;
import local.platform.iam.account.AccountAssociationDraft.Chainguard;
import local.platform.iam.account.AccountAssociationDraft.GitHub;
import local.platform.iam.account.AccountAssociationDraft.Google;
import org.jspecify.annotations.Nullable;

/**
 * A stored account association. The columns of a provider are null if it has no such provider; what
 * a provider has several of is JSON.
 */
@Entity
@Table(name = "account_association")
public class AccountAssociationEntity extends ResourceEntity {
  private String name;
  private String description;

  @Column(name = "amazon_account")
  private @Nullable String amazonAccount;

  @Column(name = "google_project_id")
  private @Nullable String googleProjectId;

  @Column(name = "google_project_number")
  private @Nullable String googleProjectNumber;

  @Column(name = "service_bindings")
  private @Nullable String serviceBindings;

  @Column(name = "azure_tenant_id")
  private @Nullable String azureTenantId;

  @Column(name = "azure_client_ids")
  private @Nullable String azureClientIds;

  @Column(name = "github_app_installations")
  private @Nullable String githubAppInstallations;

  /** For JPA. */
  protected AccountAssociationEntity() {}

  /** Creates one from a complete draft. */
  AccountAssociationEntity(Uid uid, AccountAssociationDraft draft, Instant now) {
    super(uid, now);
    beginAboveEarlierVersions();
    set(draft);
  }

  /** Replaces the draft, which is complete. */
  void store(AccountAssociationDraft draft, Instant now) {
    change(now, () -> set(draft));
  }

  private void set(AccountAssociationDraft draft) {
    name = draft.name();
    description = draft.description();
    amazonAccount = draft.amazon().map(Amazon::account).orElse(null);
    googleProjectId = draft.google().map(Google::projectId).orElse(null);
    googleProjectNumber = draft.google().map(Google::projectNumber).orElse(null);
    serviceBindings = draft.chainguard().map(ProviderJson::write).orElse(null);
    azureTenantId = draft.azure().map(Azure::tenantId).orElse(null);
    azureClientIds = draft.azure().map(ProviderJson::write).orElse(null);
    githubAppInstallations = draft.github().map(ProviderJson::write).orElse(null);
  }

  /** Returns the fields that clients may write. */
  AccountAssociationDraft draft() {
    return new AccountAssociationDraft(
        name, description, amazon(), google(), chainguard(), azure(), github());
  }

  private Optional<Amazon> amazon() {
    return Optional.ofNullable(amazonAccount).map(Amazon::new);
  }

  private Optional<Google> google() {
    return googleProjectId == null || googleProjectNumber == null
        ? Optional.empty()
        : Optional.of(new Google(googleProjectId, googleProjectNumber));
  }

  private Optional<Chainguard> chainguard() {
    return Optional.ofNullable(serviceBindings).map(ProviderJson::chainguard);
  }

  private Optional<Azure> azure() {
    return azureTenantId == null || azureClientIds == null
        ? Optional.empty()
        : Optional.of(ProviderJson.azure(azureTenantId, azureClientIds));
  }

  private Optional<GitHub> github() {
    return Optional.ofNullable(githubAppInstallations).map(ProviderJson::github);
  }

  @Override
  protected Object content() {
    return draft();
  }

  @Override
  public AccountAssociation toRecord() {
    return new AccountAssociation(uid(), draft(), createTime(), updateTime(), version());
  }
}
