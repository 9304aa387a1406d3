package local.platform.web.testing.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How long the values of requests may be, and what they may consist of, as keywords of JSON Schema.
 * The protos do not say it, so this repeats the rules of the services. {@code FieldLimitsIT} proves
 * each row: a server takes a value at the limit, and refuses one beyond it.
 *
 * <p>Not here is what a schema cannot say: limits in bytes of what is sent in base64, those on
 * several fields together, and what makes a text a URL or a set of keys.
 */
final class Limits {
  /** Characters but for control characters. */
  private static final String LINE = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";

  /** Characters, of which newline and tab are the only control characters. */
  private static final String LINES = "^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$";

  private static final String NAME = "^[a-z0-9 ._-]{1,}$";
  private static final String UID = "^[0-9a-f]{40}(/[0-9a-f]{16}){0,13}$";
  private static final String TAG = "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$";
  private static final String DIGEST = "^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$";
  private static final String AWS_ACCOUNT = "^[0-9]{12}$";
  private static final String FILE = "^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,254}$";
  private static final String ALIAS = "^[a-zA-Z0-9_.\\-/]*[a-zA-Z0-9_.\\-]:[a-zA-Z0-9_.\\-]+$";
  private static final String ECOSYSTEM = "^[!-9;-~]([ -9;-~]{0,62}[!-9;-~])?$";
  private static final String NAMESPACE = "^([!-~]([ -~]{0,126}[!-~])?)?$";
  private static final String FEED_NAMESPACE = "^[!-~]([ -~]{0,126}[!-~])?$";
  private static final String SCOPE = "^[!#-\\[\\]-~]+$";

  private static final List<String> BUNDLES =
      List.of(
          "application",
          "base",
          "byol",
          "ai",
          "ai-gpu",
          "featured",
          "fips",
          "commercial",
          "emeritoss");

  private final Map<String, ObjectNode> rows = new HashMap<>();
  private final Set<String> used = new HashSet<>();

  /** The fields that an update of version 1 keeps if they are empty. */
  private final Set<String> emptyInUpdates =
      Set.of(
          "platform.iam.Role.capabilities",
          "platform.iam.RoleBinding.identity",
          "platform.iam.RoleBinding.role",
          "platform.registry.Tag.name",
          "platform.vulnerabilities.v1.Advisory.artifact_name",
          "platform.vulnerabilities.v1.Advisory.artifact_type");

  Limits() {
    addIam();
    addRegistry();
    addAdvisories();
    addWithoutVersion();
    addLists();
  }

  /**
   * Adds the limits of a field to the schema of its values.
   *
   * @param inUpdate whether the schema is that of an update
   */
  void addTo(ObjectNode schema, FieldDescriptor field, boolean inUpdate) {
    ObjectNode row = rows.get(field.getFullName());
    if (row != null) {
      used.add(field.getFullName());
      boolean orEmpty = inUpdate && emptyInUpdates.contains(field.getFullName());
      merge(schema, orEmpty ? orEmpty(row) : row);
    }
  }

  /**
   * Returns the rows that no schema needed, although it describes the messages of their packages.
   *
   * @param packages the packages of the messages that are described
   */
  List<String> unused(Set<String> packages) {
    return rows.keySet().stream()
        .filter(field -> packages.contains(field.replaceFirst("\\.[A-Z].*", "")))
        .filter(field -> !used.contains(field))
        .sorted()
        .toList();
  }

  private static void merge(ObjectNode schema, ObjectNode row) {
    row.properties()
        .forEach(
            keyword -> {
              if (keyword.getValue() instanceof ObjectNode inner) {
                merge((ObjectNode) schema.get(keyword.getKey()), inner);
              } else {
                schema.set(keyword.getKey(), keyword.getValue().deepCopy());
              }
            });
  }

  /** The fields of both versions, which have the same names but for those of their packages. */
  private void addIam() {
    for (String iam : List.of("platform.iam.v2.", "platform.iam.")) {
      for (String resource : List.of("Group", "Identity", "Role", "IdentityProvider")) {
        addNamed(iam + resource);
      }
      add(list(1, 500), iam + "Role.capabilities");
      addRelationships(iam + "Identity.");
      String oidc = iam + "IdentityProvider.OIDC.";
      add(text(1, 1_024), oidc + "issuer");
      add(line(1, 255), oidc + "client_id");
      add(matching("^[ -~]*$").put("maxLength", 1_024), oidc + "client_secret");
      add(list(0, 32, matching(SCOPE).put("maxLength", 255)), oidc + "additional_scopes");
      add(line(0, 255), oidc + "groups_claim");
    }
    add(line(0, 255), "platform.iam.v2.Identity.company");
    addAccounts("platform.iam.v2.AccountAssociation");
    addAccounts("platform.iam.AccountAssociations");
    add(text(0, 254), "platform.iam.v2.GroupInvite.email", "platform.iam.GroupInviteRequest.email");
    add(
        matching(UID),
        "platform.iam.v2.IdentityProvider.default_role",
        "platform.iam.IdentityProvider.default_role",
        "platform.iam.v2.GroupInvite.role_uid",
        "platform.iam.GroupInviteRequest.role",
        "platform.iam.v2.RoleBinding.identity_uid",
        "platform.iam.v2.RoleBinding.role_uid",
        "platform.iam.RoleBinding.identity",
        "platform.iam.RoleBinding.role");
    add(list(1, 25), "platform.iam.v2.BatchCreateRoleBindingsRequest.requests");
    add(list(1, 1_000), "platform.iam.CreateRoleBindingBatchRequest.role_bindings");
  }

  private void addNamed(String resource) {
    add(matching(NAME).put("maxLength", 255), resource + ".name");
    add(lines(0, 1_024), resource + ".description");
  }

  private void addRelationships(String identity) {
    String match = identity + "ClaimMatch.";
    add(text(1, 1_024), match + "issuer");
    add(text(1, 1_024), match + "issuer_pattern", match + "subject_pattern");
    add(text(1, 1_024), match + "audience_pattern");
    add(line(1, 255), match + "subject", match + "audience");
    add(entries(0, 32, lines(0, 1_024)), match + "claims");
    add(entries(0, 32, text(1, 1_024)), match + "claim_patterns");
    String keys = identity + "StaticKeys.";
    add(text(1, 1_024), keys + "issuer");
    add(line(1, 255), keys + "subject");
    add(text(1, 65_536), keys + "issuer_keys");
    add(list(0, 1, line(1, 255)), keys + "audiences");
    String aws = identity + "AWSIdentity.";
    add(matching(AWS_ACCOUNT), aws + "aws_account");
    add(line(1, 1_024), aws + "arn");
    add(line(1, 255), aws + "user_id");
    add(text(1, 1_024), aws + "arn_pattern", aws + "user_id_pattern");
  }

  private void addAccounts(String association) {
    addNamed(association);
    add(orEmpty(matching(AWS_ACCOUNT)), association + ".Amazon.account");
    add(line(1, 255), association + ".Google.project_id", association + ".Google.project_number");
    add(line(1, 255), association + ".Azure.tenant_id");
    add(entries(1, 32, line(1, 255)), association + ".Azure.client_ids");
    add(entries(0, 32), association + ".GitHub.app_installations");
    add(matching("^[1-9][0-9]{0,18}$"), association + ".GitHubInstallation.installation_id");
    add(line(0, 255), association + ".GitHubInstallation.name");
  }

  private void addRegistry() {
    for (String registry : List.of("platform.registry.v2.", "platform.registry.")) {
      addNamed(registry + "Repo");
      add(line(0, 512), registry + "Repo.description");
      add(bundles(), registry + "Repo.bundles", registry + "Tag.bundles");
      add(list(0, 100, matching(ALIAS).put("maxLength", 512)), registry + "Repo.aliases");
      add(list(0, 100, matching(TAG)), registry + "Repo.active_tags");
      String source = registry + "SyncConfig.";
      add(text(1, Integer.MAX_VALUE), source + "source");
      add(line(0, 255), source + "google", source + "amazon", source + "azure");
      addFiles(registry + "CustomOverlay.Certificates.AdditionalEntry.");
      add(matching(TAG), registry + "Tag.name");
    }
    add(matching(DIGEST), "platform.registry.v2.Tag.digest");
    add(orEmpty(matching(DIGEST)), "platform.registry.Tag.digest");
    add(
        text(0, 65_536),
        "platform.registry.v2.RepoReadme.content",
        "platform.registry.Repo.readme");
    String overlay = "platform.registry.v2.CustomOverlay.";
    addFiles(overlay + "ImageContents.RuntimeKeyringEntry.");
    addFiles("platform.registry.ImageContents.RuntimeKeyringEntry.");
    String accounts = overlay + "Accounts.";
    String accountsV1 = "platform.registry.ApkoConfig.Accounts.";
    add(text(1, Integer.MAX_VALUE), accounts + "User.username", accounts + "Group.groupname");
    add(text(1, Integer.MAX_VALUE), accountsV1 + "User.user_name", accountsV1 + "Group.group_name");
    for (String each : List.of(accounts, accountsV1)) {
      add(from(0), each + "User.uid", each + "User.gid", each + "Group.gid");
    }
  }

  private void addFiles(String file) {
    add(matching(FILE), file + "name");
    add(text(1, Integer.MAX_VALUE), file + "content");
  }

  private void addAdvisories() {
    String advisory = "platform.vulnerabilities.v1.Advisory.";
    add(line(1, 255), advisory + "artifact_name", advisory + "artifact_type");
    add(line(0, 255), advisory + "artifact_architecture", advisory + "author");
    add(line(0, 255), advisory + "component_name", advisory + "component_type");
    add(line(0, 1_024), advisory + "component_location");
    add(list(0, 100, matching("^[!-~]{1,128}$")), advisory + "aliases");
    String event = "platform.vulnerabilities.v1.AdvisoryEvent.";
    add(line(0, 255), event + "author");
    add(line(0, 1_024), event + "issue");
    add(line(1, 255), event + "Fixed.fixed_version");
    add(list(1, Integer.MAX_VALUE, line(1, 255)), event + "Patched.patched_versions");
    for (String type :
        List.of(
            "Fixed",
            "TruePositiveDetermination",
            "FalsePositiveDetermination",
            "AnalysisNotPlanned",
            "FixNotPlanned",
            "PendingUpstreamFix",
            "Patched")) {
      add(lines(0, 4_096), event + type + ".note");
    }
    add(
        line(0, 1_024),
        Arrays.stream(
                ("Fixed.scanner_version Fixed.grype_db_built Fixed.grype_db_checksum"
                        + " Detection.NVDAPI.cpe_searched Detection.NVDAPI.cpe_found"
                        + " Detection.ScanV1.scanner Detection.ScanV1.subpackage_name"
                        + " Detection.ScanV1.component_id Detection.ScanV1.component_name"
                        + " Detection.ScanV1.component_version Detection.ScanV1.component_type"
                        + " Detection.ScanV1.component_location Detection.ScanV1.artifact_version"
                        + " Detection.ScanV1.scanner_version Detection.ScanV1.grype_db_built"
                        + " Detection.ScanV1.grype_db_checksum")
                    .split(" "))
            .map(event::concat)
            .toArray(String[]::new));
  }

  private void addWithoutVersion() {
    add(
        matching(UID),
        "platform.operator.Operator.identity_uid",
        "platform.operator.AssignOwnerRequest.identity_uid");
    add(matching("^[0-9a-f]{40}$"), "platform.operator.RegistryNamespace.group_uid");
    add(
        matching("^(?![0-9a-f]{40}$)[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*$")
            .put("minLength", 2)
            .put("maxLength", 64),
        "platform.operator.RegistryNamespace.name");
    String source = "platform.hub.Source.";
    add(matching("^[a-z0-9-]{1,32}$"), source + "name");
    add(lines(0, 1_024), source + "description");
    add(matching("^osv$"), source + "format");
    add(list(0, 64, matching(ECOSYSTEM)), source + "ecosystems");
    add(matching(NAMESPACE), source + "namespace");
    add(from(0).put("maximum", 99), source + "rank");
    add(from(0).put("maximum", 1_000), "platform.hub.ReviewSourceRequest.limit");
    addNamed("platform.hub.Feed");
    add(list(0, 64, matching(FEED_NAMESPACE)), "platform.hub.Feed.namespaces");
    add(entries(0, 32, matching(FEED_NAMESPACE)), "platform.hub.Feed.defaults");
    String images = "platform.registry.images.UploadImageRequest.";
    add(list(0, 64), images + "children", images + "configs");
  }

  /** The parameters of lists. */
  private void addLists() {
    for (String list :
        List.of(
            "iam.v2.ListGroups",
            "iam.v2.ListIdentities",
            "iam.v2.ListRoles",
            "iam.v2.ListRoleBindings",
            "iam.v2.ListGroupInvites",
            "iam.v2.ListIdentityProviders",
            "iam.v2.ListAccountAssociations",
            "registry.v2.ListRepos",
            "registry.v2.ListTags",
            "libraries.v2.ListArtifacts",
            "libraries.v2.ListArtifactVersions",
            "vulnerabilities.v2.ListAdvisories",
            "advisory.v2.ListVulnerabilityMetadata",
            "operator.ListRegistryNamespaces",
            "operator.ListTombstones",
            "hub.ListSources",
            "hub.ListImports",
            "hub.ListImportIssues",
            "hub.ListFeeds")) {
      String request = "platform." + list + "Request.";
      add(from(0), request + "page_size", request + "skip");
    }
    String metadata = "platform.advisory.VulnerabilityMetadataFilter.";
    add(from(0), metadata + "page_size", metadata + "skip");
    add(
        list(0, 200),
        "platform.advisory.v2.ListDocumentsRequest.cves",
        "platform.advisory.DocumentFilter.cves");
    String artifacts = "platform.libraries.ArtifactFilter.";
    add(from(0), artifacts + "page_size", artifacts + "skip");
    add(matching("^[0-9]{1,19}$"), "platform.vulnerabilities.v1.AdvisoryFilter.page_size");
    add(
        text(0, 200),
        "platform.libraries.ArtifactFilter.query",
        "platform.libraries.v2.ListArtifactsRequest.query");
    add(line(0, 200), "platform.vulnerabilities.v2.ListAdvisoriesRequest.query");
    for (String filter :
        List.of(
            "advisory_ids",
            "legacy_advisory_ids",
            "artifact_name",
            "artifact_type",
            "artifact_architecture",
            "component_name",
            "component_type",
            "component_location",
            "aliases",
            "event_author",
            "exclude_event_author",
            "event_reviewer")) {
      add(list(0, 200), "platform.vulnerabilities.v1.AdvisoryFilter." + filter);
      String plural = filter.endsWith("s") ? filter : filter + "s";
      add(list(0, 200), "platform.vulnerabilities.v2.ListAdvisoriesRequest." + plural);
    }
  }

  private void add(ObjectNode row, String... fields) {
    for (String field : fields) {
      rows.put(field, row);
    }
  }

  private static ObjectNode text(int min, int max) {
    return range("Length", min, max);
  }

  private static ObjectNode line(int min, int max) {
    return text(min, max).put("pattern", LINE);
  }

  private static ObjectNode lines(int min, int max) {
    return text(min, max).put("pattern", LINES);
  }

  private static ObjectNode matching(String pattern) {
    return object().put("pattern", pattern);
  }

  private static ObjectNode list(int min, int max) {
    return range("Items", min, max);
  }

  private static ObjectNode list(int min, int max, ObjectNode each) {
    return list(min, max).set("items", each);
  }

  private static ObjectNode bundles() {
    ObjectNode each = object();
    BUNDLES.forEach(each.putArray("enum")::add);
    return object().set("items", each);
  }

  private static ObjectNode entries(int min, int max) {
    return range("Properties", min, max);
  }

  private static ObjectNode entries(int min, int max, ObjectNode each) {
    return entries(min, max).set("additionalProperties", each);
  }

  private static ObjectNode from(int min) {
    return object().put("minimum", min);
  }

  /** Returns the keywords of a range, of which 0 and the largest number are no limits. */
  private static ObjectNode range(String what, int min, int max) {
    ObjectNode range = object();
    if (min > 0) {
      range.put("min" + what, min);
    }
    return max < Integer.MAX_VALUE ? range.put("max" + what, max) : range;
  }

  /** Returns limits that an empty text or list is within, too. */
  private static ObjectNode orEmpty(ObjectNode row) {
    ObjectNode either = row.deepCopy();
    boolean noMore = either.remove("minLength") == null && either.remove("minItems") == null;
    return noMore ? either.put("pattern", "^$|" + row.get("pattern").textValue()) : either;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
