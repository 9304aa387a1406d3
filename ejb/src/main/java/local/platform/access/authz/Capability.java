package local.platform.access.authz;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The capabilities that a role can have. A test keeps this enum equal to that of {@code
 * capabilities.proto}, whose comments say what each capability is for.
 */
public enum Capability {
  INTERNAL(2, "internal", true),
  IAM_GROUPS_CREATE(101, "groups.create", false),
  IAM_GROUPS_UPDATE(102, "groups.update", false),
  IAM_GROUPS_LIST(103, "groups.list", false),
  IAM_GROUPS_DELETE(104, "groups.delete", false),
  IAM_GROUP_INVITES_CREATE(201, "group_invites.create", false),
  IAM_GROUP_INVITES_LIST(203, "group_invites.list", false),
  IAM_GROUP_INVITES_DELETE(204, "group_invites.delete", false),
  IAM_ROLES_CREATE(301, "roles.create", false),
  IAM_ROLES_UPDATE(302, "roles.update", false),
  IAM_ROLES_LIST(303, "roles.list", false),
  IAM_ROLES_DELETE(304, "roles.delete", false),
  IAM_ROLE_BINDINGS_CREATE(401, "role_bindings.create", false),
  IAM_ROLE_BINDINGS_UPDATE(402, "role_bindings.update", false),
  IAM_ROLE_BINDINGS_LIST(403, "role_bindings.list", false),
  IAM_ROLE_BINDINGS_DELETE(404, "role_bindings.delete", false),
  TENANT_CLUSTERS_CREATE(501, "clusters.create", false),
  TENANT_CLUSTERS_UPDATE(502, "clusters.update", false),
  TENANT_CLUSTERS_LIST(503, "clusters.list", false),
  TENANT_CLUSTERS_DELETE(504, "clusters.delete", false),
  TENANT_CLUSTERS_DISCOVER(505, "clusters.discover", false),
  TENANT_RECORDS_LIST(603, "records.list", false),
  TENANT_RECORD_CONTEXTS_LIST(613, "record_contexts.list", false),
  TENANT_RECORD_SIGNATURES_LIST(623, "record_signatures.list", false),
  TENANT_RECORD_POLICY_RESULTS_LIST(633, "record_policy_results.list", false),
  TENANT_RISKS_LIST(640, "risks.list", false),
  TENANT_SBOMS_LIST(650, "sboms.list", false),
  TENANT_VULN_REPORTS_LIST(660, "vuln_reports.list", false),
  TENANT_ATTESTATIONS_LIST(670, "attestations.list", false),
  IAM_ACCOUNT_ASSOCIATIONS_CREATE(701, "account_associations.create", false),
  IAM_ACCOUNT_ASSOCIATIONS_UPDATE(702, "account_associations.update", false),
  IAM_ACCOUNT_ASSOCIATIONS_LIST(703, "account_associations.list", false),
  IAM_ACCOUNT_ASSOCIATIONS_DELETE(704, "account_associations.delete", false),
  IAM_POLICY_CREATE(801, "policy.create", false),
  IAM_POLICY_UPDATE(802, "policy.update", false),
  IAM_POLICY_LIST(803, "policy.list", false),
  IAM_POLICY_DELETE(804, "policy.delete", false),
  IAM_IDENTITY_CREATE(901, "identity.create", false),
  IAM_IDENTITY_UPDATE(902, "identity.update", false),
  IAM_IDENTITY_LIST(903, "identity.list", false),
  IAM_IDENTITY_DELETE(904, "identity.delete", false),
  TENANT_NODES_LIST(1003, "nodes.list", false),
  TENANT_NAMESPACES_LIST(1103, "namespaces.list", false),
  TENANT_WORKLOADS_LIST(1203, "workloads.list", false),
  IAM_IDENTITY_PROVIDERS_CREATE(1301, "identity_providers.create", false),
  IAM_IDENTITY_PROVIDERS_UPDATE(1302, "identity_providers.update", false),
  IAM_IDENTITY_PROVIDERS_LIST(1303, "identity_providers.list", false),
  IAM_IDENTITY_PROVIDERS_DELETE(1304, "identity_providers.delete", false),
  IAM_SCIM_MANAGE(1305, "identity_providers.scim.manage", false),
  EVENTS_SUBSCRIPTION_CREATE(1501, "subscriptions.create", false),
  EVENTS_SUBSCRIPTION_UPDATE(1502, "subscriptions.update", false),
  EVENTS_SUBSCRIPTION_LIST(1503, "subscriptions.list", false),
  EVENTS_SUBSCRIPTION_DELETE(1504, "subscriptions.delete", false),
  REPO_BLOBS_GET(1600, "repo.blobs.get", false),
  REPO_CREATE(1603, "repo.create", false),
  REPO_UPDATE(1604, "repo.update", false),
  REPO_LIST(1605, "repo.list", false),
  REPO_DELETE(1606, "repo.delete", false),
  MANIFEST_CREATE(1607, "manifest.create", false),
  MANIFEST_UPDATE(1608, "manifest.update", false),
  MANIFEST_LIST(1609, "manifest.list", false),
  MANIFEST_DELETE(1610, "manifest.delete", false),
  TAG_CREATE(1611, "tag.create", false),
  TAG_UPDATE(1612, "tag.update", false),
  TAG_LIST(1613, "tag.list", false),
  TAG_DELETE(1614, "tag.delete", false),
  MANIFEST_METADATA_LIST(1615, "manifest.metadata.list", false),
  REFERRERS_LIST(1616, "referrers.list", false),
  REPO_INTERNAL_ADMIN(1617, "repo.internal.admin", true),
  APK_CREATE(1650, "apk.create", false),
  APK_UPDATE(1651, "apk.update", false),
  APK_LIST(1652, "apk.list", false),
  APK_DELETE(1653, "apk.delete", false),
  VERSION_LIST(1654, "version.list", false),
  APK_BLOBS_GET(1655, "apk.blobs.get", false),
  VULN_REPORT_CREATE(1660, "vuln_report.create", false),
  VULN_REPORT_LIST(1661, "vuln_report.list", false),
  VULN_CREATE(1662, "vuln.create", false),
  BUILD_REPORT_LIST(1670, "build_report.list", false),
  REGISTRY_ENTITLEMENTS_LIST(1680, "registry.entitlements.list", false),
  REGISTRY_ENTITLEMENTS_CREATE(1681, "registry.entitlements.create", false),
  REGISTRY_ENTITLEMENTS_DELETE(1682, "registry.entitlements.delete", false),
  REGISTRY_SETTINGS_LIST(1683, "registry.settings.list", false),
  REGISTRY_SETTINGS_UPDATE(1684, "registry.settings.update", false),
  REGISTRY_ENTITLEMENTS_IMAGES_ADD(1685, "registry.entitlements.images.add", false),
  REGISTRY_ENTITLEMENTS_IMAGES_REMOVE(1686, "registry.entitlements.images.remove", false),
  REGISTRY_ENTITLEMENTS_IMAGES_SWAP(1687, "registry.entitlements.images.swap", false),
  REGISTRY_OVERLAYS_LIST(1688, "registry.overlays.list", false),
  REGISTRY_OVERLAYS_EDIT(1689, "registry.overlays.edit", false),
  SIGSTORE_CREATE(1701, "sigstore.create", false),
  SIGSTORE_UPDATE(1702, "sigstore.update", false),
  SIGSTORE_LIST(1703, "sigstore.list", false),
  SIGSTORE_DELETE(1704, "sigstore.delete", false),
  SIGSTORE_CERTIFICATE_CREATE(1705, "sigstore.certificate.create", false),
  LIBRARIES_ENTITLEMENTS_CREATE(1800, "libraries.entitlements.create", false),
  LIBRARIES_ENTITLEMENTS_LIST(1801, "libraries.entitlements.list", false),
  LIBRARIES_ENTITLEMENTS_DELETE(1802, "libraries.entitlements.delete", false),
  LIBRARIES_ARTIFACTS_LIST(1803, "libraries.artifacts.list", false),
  LIBRARIES_PYTHON_LIST(1810, "libraries.python.list", false),
  LIBRARIES_PYTHON_CREATE(1811, "libraries.python.create", false),
  LIBRARIES_JAVA_LIST(1820, "libraries.java.list", false),
  LIBRARIES_JAVA_CREATE(1821, "libraries.java.create", false),
  LIBRARIES_JAVASCRIPT_LIST(1830, "libraries.javascript.list", false),
  LIBRARIES_JAVASCRIPT_CREATE(1831, "libraries.javascript.create", false),
  LIBRARIES_DOTNET_LIST(1832, "libraries.dotnet.list", false),
  LIBRARIES_DOTNET_CREATE(1833, "libraries.dotnet.create", false),
  LIBRARIES_GO_LIST(1834, "libraries.go.list", false),
  LIBRARIES_GO_CREATE(1835, "libraries.go.create", false),
  LIBRARIES_REBUILDER_REQUESTS_CREATE(1840, "libraries.rebuilder.requests.create", true),
  LIBRARIES_REBUILDER_REQUESTS_LIST(1841, "libraries.rebuilder.requests.list", true),
  LIBRARIES_REBUILDER_REQUESTS_CANCEL(1842, "libraries.rebuilder.requests.cancel", true),
  LIBRARIES_REBUILDER_REQUESTS_GROUP_UPDATE(
      1843, "libraries.rebuilder.requests.group.update", true),
  LIBRARIES_REBUILDER_ARTIFACTS_INVALIDATE(1850, "libraries.rebuilder.artifacts.invalidate", true),
  LIBRARIES_REBUILDER_EXCLUSIONS_MANAGE(1851, "libraries.rebuilder.exclusions.manage", true),
  LIBRARIES_REBUILDER_BUILDS_READ(1852, "libraries.rebuilder.builds.read", true),
  LIBRARIES_REBUILDER_BUILDS_TOKENS_FETCH(1853, "libraries.rebuilder.builds.tokens.fetch", true),
  LIBRARIES_REBUILDER_BUILDS_UNTRUSTED(1854, "libraries.rebuilder.builds.untrusted", true),
  LIBRARIES_REBUILDER_REMEDIATED_ARTIFACTS_READ(
      1855, "libraries.rebuilder.remediated_artifacts.read", true),
  LIBRARIES_REBUILDER_NEW_VERSIONS_READ(1856, "libraries.rebuilder.new_versions.read", true),
  LIBRARIES_REBUILDER_NEW_VERSIONS_REFRESH(1857, "libraries.rebuilder.new_versions.refresh", true),
  LIBRARIES_REBUILDER_MALWARE_STATUS_READ(1858, "libraries.rebuilder.malware.status.read", true),
  LIBRARIES_REBUILDER_CVE_REMEDIATIONS_LIST(
      1859, "libraries.rebuilder.cve_remediations.list", true),
  LIBRARIES_CACHE_INVALIDATE(1860, "libraries.cache.invalidate", false),
  LIBRARIES_REBUILDER_CVE_REMEDIATIONS_UPDATE(
      1861, "libraries.rebuilder.cve_remediations.update", true),
  LIBRARIES_CACHE_LIST(1862, "libraries.cache.list", false),
  LIBRARIES_REBUILDER_SOURCE_COORDINATES_WRITE(
      1863, "libraries.rebuilder.source_coordinates.write", true),
  LIBRARIES_REBUILDER_SOURCE_COORDINATES_RESOLVE(
      1864, "libraries.rebuilder.source_coordinates.resolve", true),
  LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_CREATE(
      1870, "libraries.aws_marketplace.subscriptions.create", false),
  LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_UPDATE(
      1871, "libraries.aws_marketplace.subscriptions.update", false),
  LIBRARIES_AWS_MARKETPLACE_SUBSCRIPTIONS_LIST(
      1872, "libraries.aws_marketplace.subscriptions.list", false),
  LIBRARIES_REQUEST_GROUPS_CREATE(1874, "libraries.request_groups.create", false),
  LIBRARIES_REQUEST_GROUPS_LIST(1875, "libraries.request_groups.list", false),
  LIBRARIES_REQUEST_GROUPS_UPDATE(1876, "libraries.request_groups.update", false),
  LIBRARIES_REQUEST_GROUPS_DELETE(1877, "libraries.request_groups.delete", false),
  LIBRARIES_REQUEST_GROUPS_SUBMIT(1878, "libraries.request_groups.submit", false),
  LIBRARIES_REQUEST_GROUPS_ITEMS_UPDATE(1879, "libraries.request_groups.items.update", false),
  LIBRARIES_REQUEST_GROUPS_REFRESH_COVERAGE(
      1880, "libraries.request_groups.refresh_coverage", true),
  LIBRARIES_REQUEST_GROUPS_DELETE_SUBMITTED(
      1881, "libraries.request_groups.delete_submitted", true),
  LIBRARIES_REMOTE_REGISTRIES_CREATE(1882, "libraries.remote_registries.create", false),
  LIBRARIES_REMOTE_REGISTRIES_LIST(1883, "libraries.remote_registries.list", false),
  LIBRARIES_REMOTE_REGISTRIES_DELETE(1884, "libraries.remote_registries.delete", false),
  ADVISORIES_CREATE(1900, "advisories.create", false),
  ADVISORIES_UPDATE(1901, "advisories.update", false),
  ADVISORIES_LIST(1902, "advisories.list", false),
  ADVISORIES_DELETE(1903, "advisories.delete", false),
  ADVISORIES_APPROVE(1904, "advisories.approve", false),
  REGISTRY_DEPLOYMENTS_CREATE(1950, "registry.deployments.create", false),
  REGISTRY_DEPLOYMENTS_UPDATE(1951, "registry.deployments.update", true),
  REGISTRY_DEPLOYMENTS_LIST(1952, "registry.deployments.list", false),
  POLICIES_POLICY_CREATE(2001, "policies.policy.create", false),
  POLICIES_POLICY_UPDATE(2002, "policies.policy.update", false),
  POLICIES_POLICY_LIST(2003, "policies.policy.list", false),
  POLICIES_POLICY_DELETE(2004, "policies.policy.delete", false),
  POLICIES_BINDING_CREATE(2011, "policies.binding.create", false),
  POLICIES_BINDING_UPDATE(2012, "policies.binding.update", false),
  POLICIES_BINDING_LIST(2013, "policies.binding.list", false),
  POLICIES_BINDING_DELETE(2014, "policies.binding.delete", false),
  POLICIES_DECISION_LIST(2015, "policies.decision.list", false),
  POLICIES_OVERRIDE_CREATE(2016, "policies.override.create", false),
  POLICIES_OVERRIDE_LIST(2017, "policies.override.list", false),
  POLICIES_OVERRIDE_DELETE(2018, "policies.override.delete", false),
  REPO_CHECK_POLICIES(2020, "repo.check_policies", false),
  PACKAGES_ENTITLEMENTS_LIST(2100, "packages.entitlements.list", false),
  TERMS_ACCEPT(2201, "terms.accept", false),
  TERMS_LIST(2202, "terms.list", false),
  GUARDENER_DFC_CONVERT(2301, "guardener.dfc.convert", false),
  GUARDENER_ASSOCIATION_MANAGE(2302, "guardener.association.manage", false),
  GUARDENER_ASSOCIATION_LIST(2303, "guardener.association.list", false),
  GUARDENER_ENTITLEMENT_MANAGE(2304, "guardener.entitlement.manage", true),
  GUARDENER_ENTITLEMENT_LIST(2305, "guardener.entitlement.list", false),
  GUARDENER_ACTIONS_MIGRATE(2306, "guardener.actions.migrate", false),
  GUARDENER_SCAN_LIST(2307, "guardener.scan.list", false),
  GUARDENER_SCAN_GET(2308, "guardener.scan.get", false),
  MCP_TOOL_CALL(2401, "mcp.tool.call", false),
  SKILLS_PUBLISH(2501, "skills.publish", false),
  SKILLS_ENTITLEMENTS_CREATE(2502, "skills.entitlements.create", false),
  SKILLS_ENTITLEMENTS_LIST(2503, "skills.entitlements.list", false),
  SKILLS_ENTITLEMENTS_DELETE(2504, "skills.entitlements.delete", false),
  SKILLS_WRITE(2505, "skills.write", true),
  SKILLS_DELETE(2506, "skills.delete", true),
  SKILLS_LIST(2507, "skills.list", false),
  SKILLS_HARDEN_READ(2508, "skills.harden.read", false),
  SKILLS_HARDEN_WRITE(2509, "skills.harden.write", false),
  SKILLS_HARDEN_CANCEL(2510, "skills.harden.cancel", false),
  ARGOS_DOCUMENTS_CREATE(2601, "argos.documents.create", false),
  ARGOS_DOCUMENTS_LIST(2602, "argos.documents.list", false),
  ARGOS_DOCUMENTS_DELETE(2603, "argos.documents.delete", false),
  ARGOS_OSV_READ(2604, "argos.osv.read", false),
  LIBRARIES_POLICY_CREATE(2605, "libraries.policy.create", false),
  LIBRARIES_POLICY_UPDATE(2606, "libraries.policy.update", false),
  LIBRARIES_POLICY_LIST(2607, "libraries.policy.list", false),
  LIBRARIES_POLICY_DELETE(2608, "libraries.policy.delete", false),
  LIBRARIES_POLICY_BINDING_CREATE(2609, "libraries.policy.binding.create", false),
  LIBRARIES_POLICY_BINDING_UPDATE(2610, "libraries.policy.binding.update", false),
  LIBRARIES_POLICY_BINDING_LIST(2611, "libraries.policy.binding.list", false),
  LIBRARIES_POLICY_BINDING_DELETE(2612, "libraries.policy.binding.delete", false),
  LIBRARIES_POLICY_BLOCK_EVENT_LIST(2613, "libraries.policy.block_event.list", false),
  ARGOS_OSV_DUMP(2614, "argos.osv.dump", false),
  ACTIONS_LIST(2700, "actions.list", false),
  BUILDAPI_BUILD_CREATE(2701, "buildapi.build.create", true),
  BUILDAPI_BUILD_LIST(2702, "buildapi.build.list", true),
  BUILDAPI_WORKER_SYNC(2703, "buildapi.worker.sync", true),
  BUILDAPI_BUILD_CANCEL(2704, "buildapi.build.cancel", true),
  REX_EXECUTIONS_CREATE(2705, "rex.executions.create", true),
  REX_EXECUTIONS_LIST(2706, "rex.executions.list", true),
  REX_WORKERS_CONNECT(2707, "rex.workers.connect", true),
  REX_CLASS_USE(2708, "rex.class.use", true),
  REX_CLASS_SERVE(2709, "rex.class.serve", true),
  CASSIE_CAS_READ(2801, "cassie.cas.read", true),
  CASSIE_CAS_WRITE(2802, "cassie.cas.write", true),
  CASSIE_AC_WRITE(2803, "cassie.ac.write", true),
  CASSIE_AC_READ(2804, "cassie.ac.read", true),
  LOGGIE_LOGS_READ(2901, "loggie.logs.read", true),
  LOGGIE_LOGS_WRITE(2902, "loggie.logs.write", true),
  LOGGIE_LOGS_CREATE(2903, "loggie.logs.create", true),
  GULFSTREAM(10000, "gulfstream", false);

  private static final Map<String, Capability> BY_DOTTED_NAME =
      Arrays.stream(values())
          .collect(Collectors.toMap(Capability::dottedName, Function.identity()));

  private static final Map<Integer, Capability> BY_NUMBER =
      Arrays.stream(values()).collect(Collectors.toMap(Capability::number, Function.identity()));

  private final int number;
  private final String dottedName;
  private final boolean internalOnly;

  Capability(int number, String dottedName, boolean internalOnly) {
    this.number = number;
    this.dottedName = dottedName;
    this.internalOnly = internalOnly;
  }

  /** Returns the number in protobuf. */
  public int number() {
    return number;
  }

  /** Returns the name in v2 messages, such as {@code CAP_IAM_GROUPS_LIST}. */
  public String enumName() {
    return "CAP_" + name();
  }

  /**
   * Returns the name in v1 messages, in the token exchange and in texts for people, such as {@code
   * groups.list}.
   */
  public String dottedName() {
    return dottedName;
  }

  /**
   * Returns whether the capability is reserved to the platform's own services and cannot be in a
   * role.
   */
  public boolean internalOnly() {
    return internalOnly;
  }

  /** Returns the capability with this dotted name; empty if there is none. */
  public static Optional<Capability> ofDottedName(String name) {
    return Optional.ofNullable(BY_DOTTED_NAME.get(name));
  }

  /** Returns the capability with this number; empty if there is none. */
  public static Optional<Capability> ofNumber(int number) {
    return Optional.ofNullable(BY_NUMBER.get(number));
  }

  /**
   * Returns whether a custom role may have it: those of the platform's own services are excluded.
   */
  public boolean isGrantable() {
    return this != INTERNAL && !internalOnly;
  }
}
