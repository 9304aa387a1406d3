package local.platform.access.authz;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.uid.Uid;

/**
 * The roles that exist everywhere and cannot be changed. Each except the first adds capabilities to
 * another one. The comments of {@code capabilities.proto} say which roles have each capability.
 */
public enum BuiltInRole {
  CONSOLE_VIEWER(
      "console_viewer",
      EnumSet.noneOf(Capability.class),
      Capability.IAM_GROUPS_LIST,
      Capability.IAM_GROUP_INVITES_LIST,
      Capability.IAM_ROLES_LIST,
      Capability.IAM_ROLE_BINDINGS_LIST,
      Capability.TENANT_RECORD_SIGNATURES_LIST,
      Capability.TENANT_SBOMS_LIST,
      Capability.TENANT_VULN_REPORTS_LIST,
      Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
      Capability.IAM_IDENTITY_LIST,
      Capability.IAM_IDENTITY_PROVIDERS_LIST,
      Capability.EVENTS_SUBSCRIPTION_LIST,
      Capability.REPO_LIST,
      Capability.MANIFEST_LIST,
      Capability.TAG_LIST,
      Capability.MANIFEST_METADATA_LIST,
      Capability.REFERRERS_LIST,
      Capability.APK_LIST,
      Capability.VERSION_LIST,
      Capability.VULN_REPORT_LIST,
      Capability.BUILD_REPORT_LIST,
      Capability.REGISTRY_ENTITLEMENTS_LIST,
      Capability.REGISTRY_SETTINGS_LIST,
      Capability.REGISTRY_OVERLAYS_LIST,
      Capability.LIBRARIES_ENTITLEMENTS_LIST,
      Capability.LIBRARIES_ARTIFACTS_LIST,
      Capability.LIBRARIES_CACHE_LIST,
      Capability.LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_LIST,
      Capability.LIBRARIES_REQUEST_GROUPS_LIST,
      Capability.LIBRARIES_REMOTE_REGISTRIES_LIST,
      Capability.ADVISORIES_LIST,
      Capability.REGISTRY_DEPLOYMENTS_LIST,
      Capability.POLICIES_POLICY_LIST,
      Capability.POLICIES_BINDING_LIST,
      Capability.POLICIES_DECISION_LIST,
      Capability.POLICIES_OVERRIDE_LIST,
      Capability.PACKAGES_ENTITLEMENTS_LIST,
      Capability.GUARDENER_ENTITLEMENT_LIST,
      Capability.GUARDENER_SCAN_LIST,
      Capability.GUARDENER_SCAN_GET,
      Capability.SKILLS_ENTITLEMENTS_LIST,
      Capability.SKILLS_LIST,
      Capability.LIBRARIES_POLICY_LIST,
      Capability.LIBRARIES_POLICY_BINDING_LIST,
      Capability.LIBRARIES_POLICY_BLOCK_EVENT_LIST,
      Capability.ACTIONS_LIST),
  VIEWER(
      "viewer",
      CONSOLE_VIEWER.capabilities,
      Capability.REPO_BLOBS_GET,
      Capability.APK_BLOBS_GET,
      Capability.TERMS_LIST,
      Capability.GUARDENER_DFC_CONVERT,
      Capability.GUARDENER_ASSOCIATION_LIST,
      Capability.GUARDENER_ACTIONS_MIGRATE),
  EDITOR(
      "editor",
      VIEWER.capabilities,
      Capability.EVENTS_SUBSCRIPTION_CREATE,
      Capability.EVENTS_SUBSCRIPTION_UPDATE,
      Capability.EVENTS_SUBSCRIPTION_DELETE,
      Capability.REPO_CREATE,
      Capability.REPO_UPDATE,
      Capability.REPO_DELETE,
      Capability.REGISTRY_OVERLAYS_EDIT,
      Capability.LIBRARIES_REQUEST_GROUPS_CREATE,
      Capability.LIBRARIES_REQUEST_GROUPS_UPDATE,
      Capability.LIBRARIES_REQUEST_GROUPS_DELETE,
      Capability.LIBRARIES_REQUEST_GROUPS_ITEMS_UPDATE),
  OWNER(
      "owner",
      EDITOR.capabilities,
      Capability.IAM_GROUPS_CREATE,
      Capability.IAM_GROUPS_UPDATE,
      Capability.IAM_GROUPS_DELETE,
      Capability.IAM_GROUP_INVITES_CREATE,
      Capability.IAM_GROUP_INVITES_DELETE,
      Capability.IAM_ROLES_CREATE,
      Capability.IAM_ROLES_UPDATE,
      Capability.IAM_ROLES_DELETE,
      Capability.IAM_ROLE_BINDINGS_CREATE,
      Capability.IAM_ROLE_BINDINGS_UPDATE,
      Capability.IAM_ROLE_BINDINGS_DELETE,
      Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE,
      Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE,
      Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE,
      Capability.IAM_IDENTITY_CREATE,
      Capability.IAM_IDENTITY_UPDATE,
      Capability.IAM_IDENTITY_DELETE,
      Capability.IAM_IDENTITY_PROVIDERS_CREATE,
      Capability.IAM_IDENTITY_PROVIDERS_UPDATE,
      Capability.IAM_IDENTITY_PROVIDERS_DELETE,
      Capability.IAM_SCIM_MANAGE,
      Capability.MANIFEST_CREATE,
      Capability.MANIFEST_UPDATE,
      Capability.MANIFEST_DELETE,
      Capability.TAG_CREATE,
      Capability.TAG_UPDATE,
      Capability.TAG_DELETE,
      Capability.APK_CREATE,
      Capability.APK_DELETE,
      Capability.VULN_REPORT_CREATE,
      Capability.VULN_CREATE,
      Capability.REGISTRY_ENTITLEMENTS_IMAGES_ADD,
      Capability.REGISTRY_ENTITLEMENTS_IMAGES_REMOVE,
      Capability.REGISTRY_ENTITLEMENTS_IMAGES_SWAP,
      Capability.LIBRARIES_ENTITLEMENTS_CREATE,
      Capability.LIBRARIES_ENTITLEMENTS_DELETE,
      Capability.LIBRARIES_PYTHON_LIST,
      Capability.LIBRARIES_PYTHON_CREATE,
      Capability.LIBRARIES_JAVA_LIST,
      Capability.LIBRARIES_JAVA_CREATE,
      Capability.LIBRARIES_JAVASCRIPT_LIST,
      Capability.LIBRARIES_JAVASCRIPT_CREATE,
      Capability.LIBRARIES_DOTNET_LIST,
      Capability.LIBRARIES_DOTNET_CREATE,
      Capability.LIBRARIES_GO_LIST,
      Capability.LIBRARIES_GO_CREATE,
      Capability.LIBRARIES_CACHE_INVALIDATE,
      Capability.LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_CREATE,
      Capability.LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_UPDATE,
      Capability.LIBRARIES_REQUEST_GROUPS_SUBMIT,
      Capability.LIBRARIES_REMOTE_REGISTRIES_CREATE,
      Capability.LIBRARIES_REMOTE_REGISTRIES_DELETE,
      Capability.POLICIES_POLICY_CREATE,
      Capability.POLICIES_POLICY_UPDATE,
      Capability.POLICIES_POLICY_DELETE,
      Capability.POLICIES_BINDING_CREATE,
      Capability.POLICIES_BINDING_UPDATE,
      Capability.POLICIES_BINDING_DELETE,
      Capability.POLICIES_OVERRIDE_CREATE,
      Capability.POLICIES_OVERRIDE_DELETE,
      Capability.REPO_CHECK_POLICIES,
      Capability.TERMS_ACCEPT,
      Capability.GUARDENER_ASSOCIATION_MANAGE,
      Capability.MCP_TOOL_CALL,
      Capability.SKILLS_PUBLISH,
      Capability.SKILLS_ENTITLEMENTS_CREATE,
      Capability.SKILLS_ENTITLEMENTS_DELETE,
      Capability.SKILLS_HARDEN_READ,
      Capability.SKILLS_HARDEN_WRITE,
      Capability.SKILLS_HARDEN_CANCEL,
      Capability.LIBRARIES_POLICY_CREATE,
      Capability.LIBRARIES_POLICY_UPDATE,
      Capability.LIBRARIES_POLICY_DELETE,
      Capability.LIBRARIES_POLICY_BINDING_CREATE,
      Capability.LIBRARIES_POLICY_BINDING_UPDATE,
      Capability.LIBRARIES_POLICY_BINDING_DELETE,
      Capability.ADVISORIES_CREATE,
      Capability.ADVISORIES_UPDATE,
      Capability.ADVISORIES_DELETE,
      Capability.ADVISORIES_APPROVE),
  LIMITED_OWNER(
      "limited_owner",
      VIEWER.capabilities,
      Capability.IAM_IDENTITY_CREATE,
      Capability.IAM_ROLE_BINDINGS_CREATE),
  REGISTRY_PULL(
      "registry.pull",
      EnumSet.noneOf(Capability.class),
      Capability.IAM_GROUPS_LIST,
      Capability.TENANT_RECORD_SIGNATURES_LIST,
      Capability.TENANT_SBOMS_LIST,
      Capability.TENANT_VULN_REPORTS_LIST,
      Capability.REPO_BLOBS_GET,
      Capability.REPO_LIST,
      Capability.MANIFEST_LIST,
      Capability.TAG_LIST,
      Capability.MANIFEST_METADATA_LIST,
      Capability.REFERRERS_LIST),
  REGISTRY_PUSH(
      "registry.push",
      REGISTRY_PULL.capabilities,
      Capability.IAM_GROUPS_CREATE,
      Capability.REPO_CREATE,
      Capability.REPO_UPDATE,
      Capability.REPO_DELETE,
      Capability.MANIFEST_CREATE,
      Capability.MANIFEST_UPDATE,
      Capability.MANIFEST_DELETE,
      Capability.TAG_CREATE,
      Capability.TAG_UPDATE,
      Capability.TAG_DELETE),
  APK_PULL(
      "apk.pull",
      EnumSet.noneOf(Capability.class),
      Capability.IAM_GROUPS_LIST,
      Capability.APK_LIST,
      Capability.APK_BLOBS_GET),
  APK_PUSH("apk.push", APK_PULL.capabilities, Capability.APK_CREATE, Capability.APK_DELETE),
  REGISTRY_PULL_TOKEN_CREATOR(
      "registry.pull_token_creator",
      REGISTRY_PULL.capabilities,
      Capability.IAM_ROLES_LIST,
      Capability.IAM_ROLE_BINDINGS_CREATE,
      Capability.IAM_IDENTITY_CREATE,
      Capability.APK_LIST,
      Capability.APK_BLOBS_GET);

  private static final int UID_BYTES = 20;
  private static final Map<Uid, BuiltInRole> BY_UID =
      Arrays.stream(values()).collect(Collectors.toMap(BuiltInRole::uid, Function.identity()));

  private final String roleName;
  private final Uid uid;
  private final Set<Capability> capabilities;

  BuiltInRole(String roleName, Set<Capability> base, Capability... more) {
    this.roleName = roleName;
    this.uid = uidOf(roleName);
    EnumSet<Capability> all = EnumSet.copyOf(base);
    all.addAll(Arrays.asList(more));
    this.capabilities = CapabilitySet.of(all);
  }

  /** Returns the name of the role. */
  public String roleName() {
    return roleName;
  }

  /**
   * Returns the uid of the role: the first 20 bytes of the SHA-256 of {@code platform.role:} and
   * its name.
   */
  public Uid uid() {
    return uid;
  }

  /** Returns the capabilities of the role. */
  public Set<Capability> capabilities() {
    return capabilities;
  }

  /** Returns the built-in role with this uid; empty if there is none. */
  public static Optional<BuiltInRole> of(Uid uid) {
    return Optional.ofNullable(BY_UID.get(uid));
  }

  private static Uid uidOf(String roleName) {
    return Uid.ofBytes(Arrays.copyOf(Sha256.of("platform.role:" + roleName), UID_BYTES));
  }
}
