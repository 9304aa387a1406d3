package local.platform.iam;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountProvider;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.role.RoleDraft;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.WholeRepoDraft;
import local.platform.registry.tag.TagDraft;
import local.platform.registry.tag.TagForms;
import local.platform.testing.Changes;
import local.platform.testing.ImageDocuments;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.vulnerability.advisory.EventData.FixNotPlanned;

/**
 * An operation on one resource, and what the API requires for it.
 *
 * @param name the name in messages of tests
 * @param required the capabilities that it requires at the target, in the order of their checks
 * @param granted the capabilities that it grants, which the caller must also hold
 * @param grantFirst whether these are checked before it is looked up whether the target exists
 * @param make creates the target in a group; returns the group itself if the operation creates
 *     something in it
 * @param action runs the operation on a target
 */
record Operation(
    String name,
    List<Capability> required,
    Set<Capability> granted,
    boolean grantFirst,
    BiFunction<World, Uid, Uid> make,
    Action action) {
  private static final String NAME = "a name";
  private static final String DIGEST = "sha256:" + "b".repeat(64);
  private static final Capability LISTING = Capability.IAM_GROUPS_LIST;
  private static final Capability REPO = Capability.REPO_CREATE;

  Operation(
      String name,
      Capability required,
      Set<Capability> granted,
      boolean grantFirst,
      BiFunction<World, Uid, Uid> make,
      Action action) {
    this(name, List.of(required), granted, grantFirst, make, action);
  }

  /** Runs an operation on a target. */
  interface Action {
    void run(TestServices services, Caller caller, Uid target);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Returns whether the operation acts on the target; otherwise it creates something in it. */
  boolean isOnResource() {
    return !name.endsWith("create") && !name.endsWith("createAll");
  }

  /** Returns whether its target is a group. */
  boolean isOnGroup() {
    return (name.startsWith("group ") && !name.startsWith("group invite ")) || !isOnResource();
  }

  /**
   * Returns every operation on one resource.
   *
   * @param identity an identity to which roles can be granted
   */
  static List<Operation> all(Uid identity) {
    return List.of(
        plain(
            "group get",
            Capability.IAM_GROUPS_LIST,
            Operation::itself,
            (services, caller, uid) -> services.groupResources().get(caller, uid)),
        plain(
            "group create",
            Capability.IAM_GROUPS_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.groups().create(caller, Optional.of(uid), new GroupDraft(NAME, ""))),
        plain(
            "group update",
            Capability.IAM_GROUPS_UPDATE,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .groups()
                    .update(caller, uid, Changes.groupName(NAME), VersionCondition.ANY)),
        plain(
            "group delete",
            Capability.IAM_GROUPS_DELETE,
            Operation::itself,
            (services, caller, uid) -> services.groups().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "identity get",
            Capability.IAM_IDENTITY_LIST,
            (world, group) -> world.identity(group).uid(),
            (services, caller, uid) -> services.identityResources().get(caller, uid)),
        plain(
            "identity create",
            Capability.IAM_IDENTITY_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .identityService()
                    .create(
                        caller,
                        uid,
                        new IdentityDraft(
                            NAME, "", "", Optional.of(ClaimMatch.of("https://a.test", "b"))),
                        StaticKeys.MAX_LIFETIME)),
        plain(
            "identity update",
            Capability.IAM_IDENTITY_UPDATE,
            (world, group) -> world.identity(group).uid(),
            (services, caller, uid) ->
                services
                    .identityService()
                    .update(
                        caller,
                        uid,
                        Changes.identityName(NAME),
                        StaticKeys.MAX_LIFETIME,
                        VersionCondition.ANY)),
        plain(
            "identity delete",
            Capability.IAM_IDENTITY_DELETE,
            (world, group) -> world.identity(group).uid(),
            (services, caller, uid) ->
                services.identityResources().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "identity provider get",
            Capability.IAM_IDENTITY_PROVIDERS_LIST,
            Operation::provider,
            (services, caller, uid) -> services.identityProviders().get(caller, uid)),
        new Operation(
            "identity provider create",
            List.of(Capability.IAM_IDENTITY_PROVIDERS_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE),
            BuiltInRole.EDITOR.capabilities(),
            true,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .identityProviders()
                    .create(caller, uid, World.anyIdentityProvider(BuiltInRole.EDITOR))),
        new Operation(
            "identity provider update",
            List.of(Capability.IAM_IDENTITY_PROVIDERS_UPDATE, Capability.IAM_ROLE_BINDINGS_CREATE),
            BuiltInRole.EDITOR.capabilities(),
            false,
            Operation::provider,
            (services, caller, uid) ->
                services
                    .identityProviders()
                    .update(
                        caller,
                        uid,
                        Changes.identityProviderName(anyName()),
                        VersionCondition.ANY)),
        plain(
            "identity provider delete",
            Capability.IAM_IDENTITY_PROVIDERS_DELETE,
            Operation::provider,
            (services, caller, uid) ->
                services.identityProviders().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "account association get",
            Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
            Operation::association,
            (services, caller, uid) -> services.accountAssociations().get(caller, uid)),
        plain(
            "account association check",
            Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
            Operation::association,
            (services, caller, uid) ->
                services.accountAssociationService().check(caller, uid, AccountProvider.AMAZON)),
        plain(
            "account association create",
            Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.accountAssociations().create(caller, uid, World.anyAccountAssociation())),
        plain(
            "account association update",
            Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE,
            Operation::association,
            (services, caller, uid) ->
                services
                    .accountAssociations()
                    .update(
                        caller, uid, Changes.accountAssociationName(NAME), VersionCondition.ANY)),
        plain(
            "account association delete",
            Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE,
            Operation::association,
            (services, caller, uid) ->
                services.accountAssociations().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "role get",
            Capability.IAM_ROLES_LIST,
            (world, group) -> world.role(group, LISTING).uid(),
            (services, caller, uid) -> services.roles().get(caller, uid)),
        new Operation(
            "role create",
            Capability.IAM_ROLES_CREATE,
            Set.of(REPO),
            true,
            Operation::itself,
            (services, caller, uid) ->
                services.roles().create(caller, uid, new RoleDraft(NAME, "", List.of(REPO)))),
        new Operation(
            "role update",
            Capability.IAM_ROLES_UPDATE,
            Set.of(LISTING, REPO),
            false,
            (world, group) -> world.role(group, LISTING).uid(),
            (services, caller, uid) ->
                services
                    .roles()
                    .update(caller, uid, Changes.roleCapabilities(REPO), VersionCondition.ANY)),
        plain(
            "role delete",
            Capability.IAM_ROLES_DELETE,
            (world, group) -> world.role(group, LISTING).uid(),
            (services, caller, uid) -> services.roles().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "role binding get",
            Capability.IAM_ROLE_BINDINGS_LIST,
            Operation::binding,
            (services, caller, uid) -> services.roleBindingResources().get(caller, uid)),
        new Operation(
            "role binding create",
            Capability.IAM_ROLE_BINDINGS_CREATE,
            BuiltInRole.EDITOR.capabilities(),
            true,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .roleBindingService()
                    .create(caller, uid, grant(identity, BuiltInRole.EDITOR))),
        new Operation(
            "role binding createAll",
            Capability.IAM_ROLE_BINDINGS_CREATE,
            BuiltInRole.VIEWER.capabilities(),
            true,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .roleBindingService()
                    .createAll(
                        caller,
                        uid,
                        List.of(
                            grant(identity, BuiltInRole.APK_PULL),
                            grant(identity, BuiltInRole.VIEWER)),
                        25)),
        new Operation(
            "role binding update",
            Capability.IAM_ROLE_BINDINGS_UPDATE,
            BuiltInRole.EDITOR.capabilities(),
            false,
            Operation::binding,
            (services, caller, uid) ->
                services
                    .roleBindingResources()
                    .update(
                        caller,
                        uid,
                        Changes.boundRole(BuiltInRole.EDITOR.uid()),
                        VersionCondition.ANY)),
        plain(
            "role binding delete",
            Capability.IAM_ROLE_BINDINGS_DELETE,
            Operation::binding,
            (services, caller, uid) ->
                services.roleBindingResources().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "group invite get",
            Capability.IAM_GROUP_INVITES_LIST,
            Operation::invite,
            (services, caller, uid) -> services.inviteResources().get(caller, uid)),
        new Operation(
            "group invite create",
            Capability.IAM_GROUP_INVITES_CREATE,
            BuiltInRole.OWNER.capabilities(),
            true,
            Operation::itself,
            (services, caller, uid) ->
                services.invites().create(caller, uid, World.inviteTo(BuiltInRole.OWNER.uid()))),
        plain(
            "group invite delete",
            Capability.IAM_GROUP_INVITES_DELETE,
            Operation::invite,
            (services, caller, uid) ->
                services.inviteResources().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "advisory get",
            Capability.ADVISORIES_LIST,
            Operation::advisory,
            (services, caller, uid) -> services.advisories().get(caller, uid)),
        plain(
            "advisory create",
            Capability.ADVISORIES_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.advisories().create(caller, uid, World.anyAdvisory())),
        plain(
            "advisory update",
            Capability.ADVISORIES_UPDATE,
            Operation::advisory,
            (services, caller, uid) ->
                services
                    .advisories()
                    .update(caller, uid, Changes.location("/usr"), VersionCondition.ANY)),
        plain(
            "advisory delete",
            Capability.ADVISORIES_DELETE,
            Operation::advisory,
            (services, caller, uid) ->
                services.advisories().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "advisory event create",
            Capability.ADVISORIES_CREATE,
            Operation::advisory,
            (services, caller, uid) ->
                services
                    .advisoryEvents()
                    .create(
                        caller, uid, World.pending(new FixNotPlanned("")), VersionCondition.ANY)),
        plain(
            "advisory event update",
            Capability.ADVISORIES_UPDATE,
            (world, group) -> world.event(advisory(world, group)).uid(),
            (services, caller, uid) ->
                services
                    .advisoryEvents()
                    .update(
                        caller,
                        uid,
                        Changes.eventData(new FixNotPlanned("changed")),
                        VersionCondition.ANY)),
        plain(
            "repo get",
            Capability.REPO_LIST,
            Operation::repo,
            (services, caller, uid) -> services.repoResources().get(caller, uid)),
        plain(
            "repo create",
            Capability.REPO_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.repos().create(caller, uid, new RepoDraft(anyName(), ""))),
        plain(
            "repo update",
            Capability.REPO_UPDATE,
            Operation::repo,
            (services, caller, uid) ->
                services
                    .repos()
                    .update(caller, uid, Changes.repoName(anyName()), VersionCondition.ANY)),
        plain(
            "repo delete",
            Capability.REPO_DELETE,
            Operation::repo,
            (services, caller, uid) -> services.repos().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "repo readme get",
            Capability.REPO_LIST,
            Operation::repo,
            (services, caller, uid) -> services.repoReadmes().get(caller, uid)),
        plain(
            "repo readme update",
            Capability.REPO_UPDATE,
            Operation::repo,
            (services, caller, uid) ->
                services
                    .repoReadmes()
                    .update(caller, uid, Changes.readme("a readme"), VersionCondition.ANY)),
        plain(
            "whole repo create",
            Capability.REPO_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .wholeRepos()
                    .create(
                        caller,
                        uid,
                        new WholeRepoDraft(new RepoDraft(anyName(), ""), Optional.empty()),
                        false)),
        plain(
            "whole repo update",
            Capability.REPO_UPDATE,
            Operation::repo,
            (services, caller, uid) ->
                services
                    .wholeRepos()
                    .update(
                        caller,
                        uid,
                        Changes.wholeRepo(
                            new WholeRepoDraft(
                                new RepoDraft(anyName(), ""), Optional.of("a readme"))),
                        VersionCondition.ANY)),
        plain(
            "tag get",
            Capability.TAG_LIST,
            Operation::tag,
            (services, caller, uid) -> services.tags().get(caller, uid)),
        plain(
            "tag create",
            Capability.TAG_CREATE,
            Operation::repo,
            (services, caller, uid) ->
                services.tags().create(caller, uid, new TagDraft(anyName(), DIGEST))),
        plain(
            "tag createKeepingDigest",
            Capability.TAG_CREATE,
            Operation::repo,
            (services, caller, uid) ->
                services.tags().createKeepingDigest(caller, uid, new TagDraft(anyName(), ""))),
        plain(
            "tag update",
            Capability.TAG_UPDATE,
            Operation::tag,
            (services, caller, uid) ->
                services
                    .tags()
                    .update(caller, uid, Changes.tagDigest(DIGEST), VersionCondition.ANY)),
        plain(
            "tag delete",
            Capability.TAG_DELETE,
            Operation::tag,
            (services, caller, uid) -> services.tags().delete(caller, uid, VersionCondition.ANY)),
        plain(
            "tag summarize",
            Capability.TAG_LIST,
            Operation::repo,
            (services, caller, uid) -> services.tags().summarize(caller, uid, TagForms.ALL)),
        plain(
            "image requireUpload",
            Capability.MANIFEST_CREATE,
            Operation::repo,
            (services, caller, uid) -> services.images().requireUpload(caller, uid)),
        plain(
            "image upload",
            Capability.MANIFEST_CREATE,
            Operation::repo,
            (services, caller, uid) ->
                services.images().upload(caller, uid, ImageDocuments.UPLOAD)),
        ofImage(
            "image architectures",
            (services, caller, uid) ->
                services.images().architectures(caller, uid, ImageDocuments.DIGEST)),
        ofImage(
            "image size",
            (services, caller, uid) ->
                services.images().size(caller, uid, ImageDocuments.DIGEST, Optional.empty())),
        ofImage(
            "image config",
            (services, caller, uid) ->
                services.images().config(caller, uid, ImageDocuments.DIGEST, Optional.empty())),
        plain(
            "image count",
            Capability.MANIFEST_METADATA_LIST,
            Operation::repo,
            (services, caller, uid) -> services.images().count(caller, uid)));
  }

  private static Operation ofImage(String name, Action action) {
    return new Operation(
        name,
        List.of(Capability.REPO_LIST, Capability.MANIFEST_METADATA_LIST),
        Set.of(),
        false,
        Operation::repoWithImage,
        action);
  }

  private static Operation plain(
      String name, Capability required, BiFunction<World, Uid, Uid> make, Action action) {
    return new Operation(name, required, Set.of(), false, make, action);
  }

  private static Uid itself(World world, Uid group) {
    return group;
  }

  private static Uid binding(World world, Uid group) {
    return world.bind(group, world.identity(group).uid(), BuiltInRole.APK_PULL.uid()).uid();
  }

  private static Uid repo(World world, Uid group) {
    return world.repo(group).uid();
  }

  private static Uid repoWithImage(World world, Uid group) {
    Uid repo = repo(world, group);
    world.image(repo);
    return repo;
  }

  private static Uid tag(World world, Uid group) {
    return world.tag(repo(world, group)).uid();
  }

  /** A name that no other repo of the group has. */
  private static String anyName() {
    return Uid.newRoot().value();
  }

  private static Uid invite(World world, Uid group) {
    return world.invite(group, BuiltInRole.APK_PULL.uid()).uid();
  }

  private static Uid provider(World world, Uid group) {
    return world.identityProvider(group, BuiltInRole.EDITOR).uid();
  }

  /** Creates the account association of a group below, because a group has only one. */
  private static Uid association(World world, Uid group) {
    return world.accountAssociation(world.group(group)).uid();
  }

  private static Uid advisory(World world, Uid group) {
    return world.advisory(group).uid();
  }

  private static RoleBindingDraft grant(Uid identity, BuiltInRole role) {
    return RoleBindingDraft.of(identity, role.uid());
  }
}
