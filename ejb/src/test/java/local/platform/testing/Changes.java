package local.platform.testing;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.OrganizationKind;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.Relationship;
import local.platform.iam.role.RoleDraft;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoReadmeDraft;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.registry.repo.SyncConfig;
import local.platform.registry.tag.TagDraft;
import local.platform.vulnerability.advisory.AdvisoryDraft;
import local.platform.vulnerability.advisory.AdvisoryEventDraft;
import local.platform.vulnerability.advisory.EventData;
import local.platform.vulnerability.advisory.ReviewState;

/** Creates changes of one field. */
public final class Changes {
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";

  private Changes() {}

  /** Changes the name of a group. */
  public static DraftChange<GroupDraft> groupName(String name) {
    return DraftChange.of(
        draft -> new GroupDraft(name, draft.description(), draft.verified(), draft.kind()), NAME);
  }

  /** Changes the description of a group. */
  public static DraftChange<GroupDraft> groupDescription(String description) {
    return DraftChange.of(
        draft -> new GroupDraft(draft.name(), description, draft.verified(), draft.kind()),
        DESCRIPTION);
  }

  /** Changes the kind of a group. */
  public static DraftChange<GroupDraft> groupKind(Optional<OrganizationKind> kind) {
    return DraftChange.of(
        draft -> new GroupDraft(draft.name(), draft.description(), draft.verified(), kind), "kind");
  }

  /** Changes the name of a role. */
  public static DraftChange<RoleDraft> roleName(String name) {
    return DraftChange.of(
        draft -> new RoleDraft(name, draft.description(), draft.capabilities()), NAME);
  }

  /** Changes the capabilities of a role. */
  public static DraftChange<RoleDraft> roleCapabilities(Capability... capabilities) {
    return DraftChange.of(
        draft -> new RoleDraft(draft.name(), draft.description(), List.of(capabilities)),
        "capabilities");
  }

  /** Changes all fields of a role. */
  public static DraftChange<RoleDraft> role(RoleDraft draft) {
    return DraftChange.of(before -> draft, NAME, DESCRIPTION, "capabilities");
  }

  /** Changes the name of a repo. */
  public static DraftChange<RepoDraft> repoName(String name) {
    return DraftChange.of(
        draft ->
            new RepoDraft(
                name,
                draft.description(),
                draft.catalogTier(),
                draft.bundles(),
                draft.aliases(),
                draft.activeTags(),
                draft.syncConfig(),
                draft.customOverlay()),
        NAME);
  }

  /** Changes the sync configuration of a repo. */
  public static DraftChange<RepoDraft> syncConfig(Optional<SyncConfig> config) {
    return DraftChange.of(
        draft ->
            new RepoDraft(
                draft.name(),
                draft.description(),
                draft.catalogTier(),
                draft.bundles(),
                draft.aliases(),
                draft.activeTags(),
                config,
                draft.customOverlay()),
        "syncConfig");
  }

  /** Changes everything of a repo but its readme. */
  public static DraftChange<RepoDraft> repo(RepoDraft draft) {
    return DraftChange.of(
        before -> draft,
        NAME,
        DESCRIPTION,
        "catalogTier",
        "bundles",
        "aliases",
        "activeTags",
        "syncConfig",
        "customOverlay");
  }

  /** Changes the readme of a repo. */
  public static DraftChange<RepoReadmeDraft> readme(String content) {
    return DraftChange.of(draft -> new RepoReadmeDraft(content), "content");
  }

  /** Changes everything of a repo, and its readme if one is given. */
  public static DraftChange<RepoWithReadmeDraft> repoWithReadme(RepoWithReadmeDraft draft) {
    Set<String> fields = new HashSet<>(repo(draft.repo()).fields());
    draft.readme().ifPresent(readme -> fields.add(RepoWithReadmeDraft.README));
    return new DraftChange<>(fields, before -> draft);
  }

  /** Changes the identity of a role binding. */
  public static DraftChange<RoleBindingDraft> boundIdentity(Uid identity) {
    return DraftChange.of(
        draft -> new RoleBindingDraft(Optional.of(identity), draft.role()), "identity");
  }

  /** Changes the role of a role binding. */
  public static DraftChange<RoleBindingDraft> boundRole(Uid role) {
    return DraftChange.of(
        draft -> new RoleBindingDraft(draft.identity(), Optional.of(role)), "role");
  }

  /** Changes the name of an identity. */
  public static DraftChange<IdentityDraft> identityName(String name) {
    return DraftChange.of(
        draft ->
            new IdentityDraft(name, draft.description(), draft.company(), draft.relationship()),
        NAME);
  }

  /** Changes the relationship of an identity. */
  public static DraftChange<IdentityDraft> relationship(Relationship relationship) {
    return DraftChange.of(
        draft ->
            new IdentityDraft(
                draft.name(), draft.description(), draft.company(), Optional.of(relationship)),
        "relationship");
  }

  /** Changes the name of a tag, which is refused. */
  public static DraftChange<TagDraft> tagName(String name) {
    return DraftChange.of(
        draft -> new TagDraft(name, draft.digest(), draft.deprecated(), draft.bundles()), NAME);
  }

  /** Changes the digest of a tag. */
  public static DraftChange<TagDraft> tagDigest(String digest) {
    return DraftChange.of(
        draft -> new TagDraft(draft.name(), digest, draft.deprecated(), draft.bundles()), "digest");
  }

  /** Changes whether a tag is deprecated. */
  public static DraftChange<TagDraft> tagDeprecated(boolean deprecated) {
    return DraftChange.of(
        draft -> new TagDraft(draft.name(), draft.digest(), deprecated, draft.bundles()),
        "deprecated");
  }

  /** Changes the aliases of an advisory. */
  public static DraftChange<AdvisoryDraft> aliases(String... aliases) {
    return DraftChange.of(
        draft ->
            new AdvisoryDraft(
                draft.author(),
                draft.artifactName(),
                draft.artifactType(),
                draft.artifactArchitecture(),
                draft.componentName(),
                draft.componentLocation(),
                draft.componentType(),
                List.of(aliases)),
        "aliases");
  }

  /** Changes the location of the component of an advisory. */
  public static DraftChange<AdvisoryDraft> location(String location) {
    return DraftChange.of(
        draft ->
            new AdvisoryDraft(
                draft.author(),
                draft.artifactName(),
                draft.artifactType(),
                draft.artifactArchitecture(),
                draft.componentName(),
                location,
                draft.componentType(),
                draft.aliases()),
        "componentLocation");
  }

  /** Changes the review state of an event. */
  public static DraftChange<AdvisoryEventDraft> review(ReviewState state) {
    return DraftChange.of(
        draft ->
            new AdvisoryEventDraft(
                draft.time(),
                draft.data(),
                draft.findings(),
                draft.author(),
                Optional.of(state),
                draft.issue()),
        "state");
  }

  /** Changes what an event says. */
  public static DraftChange<AdvisoryEventDraft> eventData(EventData data) {
    return DraftChange.of(
        draft ->
            new AdvisoryEventDraft(
                draft.time(),
                Optional.of(data),
                draft.findings(),
                draft.author(),
                draft.state(),
                draft.issue()),
        "data");
  }
}
