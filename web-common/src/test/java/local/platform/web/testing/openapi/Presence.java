package local.platform.web.testing.openapi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.web.json.ProtoJson;

/**
 * Which fields answers have. {@link ProtoJson} leaves out what is empty, apart from a few fields;
 * which fields are never empty is known to the services. {@code DescribedReplies} proves it in all
 * black-box tests.
 */
final class Presence {
  /** The fields of resources that no answer shows. */
  private static final Set<String> ONLY_IN_REQUESTS =
      Set.of(
          "platform.iam.v2.GroupInvite.ttl",
          "platform.iam.v2.IdentityProvider.OIDC.client_secret",
          "platform.iam.v2.RoleBinding.identity_uid",
          "platform.iam.v2.RoleBinding.role_uid",
          "platform.iam.IdentityProvider.OIDC.client_secret");

  /** The required fields that are empty in some answers. */
  private static final Set<String> SOMETIMES_EMPTY =
      Set.of(
          "platform.registry.v2.Tag.digest",
          "platform.registry.Tag.digest",
          "platform.vulnerabilities.v2.Advisory.component_type");

  /** The times that every resource has that has them at all. */
  private static final Set<String> TIMES =
      Set.of("create_time", "update_time", "created_at", "updated_at");

  /** The other fields that are never empty, by their messages. */
  private static final Set<String> NEVER_EMPTY = new HashSet<>();

  static {
    neverEmpty("platform.auth.WhoAmI", "issuer subject audience expiry issued_at");
    neverEmpty("platform.auth.WhoAmI.Capability", "group");
    neverEmpty("platform.auth.WhoAmI.Capability.Group", "id");
    neverEmpty("platform.auth.WhoAmI.Capability.Role", "id name capabilities");
    neverEmpty("platform.hub.Import", "format subject state counts importer_uid");
    neverEmpty("platform.hub.ImportIssue", "reason description");
    neverEmpty("platform.hub.Source", "rank review");
    neverEmpty("platform.hub.Provenance.Statement", "source_uid source record_id status event_uid");
    neverEmpty("platform.hub.Source.LastImport", "uid state time");
    neverEmpty("platform.operator.ListOperatorsResponse", "operators");
    neverEmpty("platform.operator.RotateSigningKeysResponse", "kid sign_time");
    neverEmpty("platform.operator.Tombstone", "name repo_uid group_uid delete_time");
    neverEmpty("platform.registry.images.UploadedImage", "digest media_type");
    neverEmpty("platform.registry.names.Repository", "repo_uid name");

    neverEmpty("platform.iam.v2.AccountAssociation.Amazon", "account");
    neverEmpty("platform.iam.v2.AccountAssociation.Chainguard", "service_bindings");
    neverEmpty("platform.iam.v2.BatchCreateRoleBindingsResponse", "role_bindings");
    neverEmpty("platform.iam.v2.CheckAccountAssociationResponse", "status reason message");
    neverEmpty("platform.iam.v2.GroupInvite", "expiration_time");
    neverEmpty("platform.iam.v2.GroupInviteRole", "uid name capabilities");
    neverEmpty("platform.iam.v2.Identity", "last_seen_time");
    neverEmpty("platform.iam.v2.Identity.StaticKeys", "expiration_time");
    neverEmpty("platform.iam.v2.RoleBinding", "identity group role");
    neverEmpty("platform.iam.v2.RoleBindingIdentity", "uid name");
    neverEmpty("platform.iam.v2.RoleBindingGroup", "uid name");
    neverEmpty("platform.iam.v2.RoleBindingRole", "uid name");
    neverEmpty("platform.libraries.v2.Artifact", "name ecosystem latest_version version_count");
    neverEmpty("platform.libraries.v2.ArtifactVersion", "name version");
    neverEmpty("platform.libraries.v2.GetArtifactCountResponse", "counts");
    neverEmpty("platform.libraries.v2.GetArtifactCountResponse.EcosystemCount", "ecosystem");
    neverEmpty("platform.ping.v2.PingResponse", "response");
    neverEmpty("platform.registry.v2.Size", "architecture");
    neverEmpty("platform.registry.v2.SyncConfig", "expiration_time");
    neverEmpty("platform.vulnerabilities.v2.Advisory", "advisory_id");

    neverEmpty("platform.iam.AccountAssociations.Amazon", "account");
    neverEmpty("platform.iam.AccountAssociations.Chainguard", "service_bindings");
    neverEmpty("platform.iam.AccountAssociationsStatus", "ready reason message");
    neverEmpty("platform.iam.GroupInvite", "expiration role");
    neverEmpty("platform.iam.Identity", "last_seen");
    neverEmpty("platform.iam.Identity.StaticKeys", "expiration");
    neverEmpty("platform.iam.RoleBinding", "identity role");
    neverEmpty("platform.iam.RoleBindingBatch", "role_bindings");
    neverEmpty("platform.iam.RoleBindingList.Binding", "group identity role");
    neverEmpty("platform.iam.StoredGroupInvite", "expiration key_id");
    neverEmpty("platform.libraries.Artifact", "name ecosystem latest_version version_count");
    neverEmpty("platform.libraries.ArtifactVersion", "name version source_type");
    neverEmpty("platform.libraries.GetArtifactCountResponse", "counts");
    neverEmpty("platform.libraries.GetArtifactCountResponse.Count", "ecosystem");
    neverEmpty("platform.ping.Response", "response");
    neverEmpty("platform.registry.Size", "arch");
    neverEmpty("platform.registry.SyncConfig", "expiration");
    neverEmpty("platform.registry.Tag", "name last_updated");
    neverEmpty("platform.registry.TagHistory", "update_timestamp");
    neverEmpty(
        "platform.vulnerabilities.v1.Advisory",
        "artifact_name artifact_type component_name author");
    neverEmpty("platform.vulnerabilities.v1.AdvisoryEvent", "timestamp author");
  }

  private Presence() {}

  private static void neverEmpty(String message, String fields) {
    NEVER_EMPTY.addAll(
        Arrays.stream(fields.split(" "))
            .map(field -> message + "." + field)
            .collect(Collectors.toSet()));
  }

  /** Returns whether answers have a field at all. */
  static boolean isInAnswers(FieldDescriptor field) {
    return !ONLY_IN_REQUESTS.contains(field.getFullName());
  }

  /**
   * Returns whether a field is in every answer with its message.
   *
   * @param required whether clients must set it
   */
  static boolean isInEveryAnswer(FieldDescriptor field, boolean required) {
    return ProtoJson.isAlwaysPresent(field)
        || TIMES.contains(field.getName())
        || NEVER_EMPTY.contains(field.getFullName())
        || (required && !SOMETIMES_EMPTY.contains(field.getFullName()));
  }
}
