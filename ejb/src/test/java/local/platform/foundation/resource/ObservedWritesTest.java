package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.config.BootstrapSettings;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportRequest;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.invite.GroupInvite;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.role.RoleDraft;
import local.platform.kind.Kind;
import local.platform.kind.ResourceService;
import local.platform.library.artifact.ArtifactFormat;
import local.platform.library.artifact.Ecosystem;
import local.platform.registry.image.ImageUpload;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.WholeRepoDraft;
import local.platform.registry.tag.TagDraft;
import local.platform.testing.Changes;
import local.platform.testing.ImageDocuments;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.vulnerability.advisory.Advisory;
import local.platform.vulnerability.advisory.ReviewState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Observers see everything that a service changes: every changing method is listed here with its
 * changes, which are compared with the rows that changed.
 */
class ObservedWritesTest {
  /** The methods that change nothing. */
  private static final Set<String> READS =
      Stream.of("get", "list", "walk").map("TagService."::concat).collect(Collectors.toSet());

  private static final Set<String> FURTHER_READS =
      Set.of(
          "AccountAssociationService.check",
          "IdentityService.lookup",
          "OperatorService.list",
          "AdvisoryService.get",
          "AdvisoryService.list",
          "AdvisoryEventService.walk",
          "RepoService.find",
          "WholeRepoService.walk",
          "RegistryNamespaceService.list",
          "TombstoneService.list",
          "ImageService.architectures",
          "ImageService.size",
          "ImageService.config",
          "ImageService.count",
          "ImageService.requireUpload",
          "TagService.walkHistory",
          "TagService.summarize",
          "ArtifactService.list",
          "ArtifactService.counts",
          "ArtifactService.versions",
          "ArtifactService.requireVisible",
          "ArtifactService.walkVersions",
          "ImportService.prepare",
          "ImportService.get",
          "ImportService.issues");

  /** Consists of many writes, of which ArtifactImportTest tells. */
  private static final Set<String> OF_SEVERAL_WRITES = Set.of("ImportService.start");

  /** The methods that change something other than resources. */
  private static final Set<String> OF_NO_RESOURCE = Set.of("OperatorService.rotateSigningKeys");

  /** The tables with the columns that are the keys of their changes. */
  private static final Map<String, String> TABLES =
      Map.ofEntries(
          Map.entry("resource_group", "uid"),
          Map.entry("identity", "uid"),
          Map.entry("identity_provider", "uid"),
          Map.entry("account_association", "uid"),
          Map.entry("role", "uid"),
          Map.entry("role_binding", "uid"),
          Map.entry("group_invite", "uid"),
          Map.entry("hub_import", "uid"),
          Map.entry("operator", "identity_uid"),
          Map.entry("repo", "uid"),
          Map.entry("repo_content", "uid"),
          Map.entry("repo_readme", "uid"),
          Map.entry("registry_namespace", "group_uid"),
          Map.entry("tombstone", "repo_uid"),
          Map.entry("image", "uid"),
          Map.entry("image_config", "uid"),
          Map.entry("tag", "uid"),
          Map.entry("advisory", "uid"),
          Map.entry("advisory_event", "uid"));

  /**
   * A write, and the changes that observers must see.
   *
   * @param method in the form {@code GroupService.create}
   * @param prepare creates what the write needs and returns the write
   * @param expected kind and change of each row, in order
   */
  private record Written(String method, Function<Stage, Runnable> prepare, List<String> expected) {}

  /** Services, and what their observer has seen since it was last asked. */
  private static final class Stage implements AutoCloseable {
    final MutableClock clock = new MutableClock();
    final TestServices services;
    final World world;
    final Uid root;
    final Caller owner;
    final Caller operator;
    private final List<List<Change>> writes = new ArrayList<>();

    Stage(TestDatabase database) {
      services = new TestServices(database, clock);
      services.observe(writes::add);
      world = new World(services);
      root = world.organization();
      owner = World.everythingAt(root);
      Uid identity = world.identity(world.organization()).uid();
      world.appointOperator(identity);
      operator = new Caller(identity, Narrowing.NONE, Grants.NONE);
    }

    List<Change> changesOf(Runnable write) {
      writes.clear();
      write.run();
      assertThat(writes).as("calls of the observer").hasSizeLessThanOrEqualTo(1);
      return writes.stream().flatMap(List::stream).toList();
    }

    @Override
    public void close() {
      services.close();
    }
  }

  private static final GroupDraft GROUP = new GroupDraft("group", "");
  private static final IdentityDraft IDENTITY =
      new IdentityDraft(
          "identity", "", "", Optional.of(ClaimMatch.of("https://issuer.test", "subject")));

  private static final RepoDraft REPO = new RepoDraft("repo", "");
  private static final TagDraft TAG = new TagDraft("latest", "sha256:" + "a".repeat(64));

  private static final List<Written> WRITES =
      List.of(
          new Written(
              "GroupService.create",
              stage ->
                  () -> stage.services.groups().create(stage.owner, Optional.of(stage.root), GROUP),
              List.of("Group created")),
          new Written(
              "GroupService.create",
              stage -> {
                Caller caller = stage.world.callerOf(stage.world.identity(stage.root).uid());
                return () -> stage.services.groups().create(caller, Optional.empty(), GROUP);
              },
              List.of("Group created", "RoleBinding created, implied")),
          new Written(
              "GroupService.update",
              stage -> () -> rename(stage, stage.root, "renamed"),
              List.of("Group changed")),
          new Written(
              "GroupService.delete",
              stage -> {
                Uid group = stage.world.group(stage.root);
                stage.world.bind(
                    group, stage.world.identity(stage.root).uid(), BuiltInRole.VIEWER.uid());
                stage.world.bind(
                    group, stage.world.identity(stage.root).uid(), BuiltInRole.VIEWER.uid());
                stage.world.invite(group, BuiltInRole.VIEWER.uid());
                stage.world.invite(group, BuiltInRole.VIEWER.uid());
                return () ->
                    stage.services.groups().delete(stage.owner, group, VersionCondition.ANY);
              },
              List.of(
                  "GroupInvite deleted, implied",
                  "GroupInvite deleted, implied",
                  "RoleBinding deleted, implied",
                  "RoleBinding deleted, implied",
                  "Group deleted")),
          new Written(
              "GroupService.delete",
              stage -> {
                Uid organization = stage.world.organization();
                Uid identity = stage.world.identity(organization).uid();
                stage.world.bind(organization, identity, BuiltInRole.OWNER.uid());
                stage.world.bind(stage.root, identity, BuiltInRole.VIEWER.uid());
                Uid stranger = stage.world.identity(stage.root).uid();
                stage.world.bind(organization, stranger, BuiltInRole.VIEWER.uid());
                stage.world.appointOperator(identity);
                Caller caller = stage.world.callerOf(identity);
                return () ->
                    stage.services.groups().delete(caller, organization, VersionCondition.ANY);
              },
              List.of(
                  "Operator deleted, implied",
                  "RoleBinding deleted, implied",
                  "RoleBinding deleted, implied",
                  "Identity deleted, implied",
                  "RoleBinding deleted, implied",
                  "Group deleted")),
          new Written(
              "IdentityService.create",
              stage ->
                  () ->
                      stage
                          .services
                          .identityService()
                          .create(stage.owner, stage.root, IDENTITY, StaticKeys.MAX_LIFETIME),
              List.of("Identity created")),
          new Written(
              "IdentityService.update",
              stage -> {
                Uid identity = stage.world.identity(stage.root).uid();
                return () ->
                    stage
                        .services
                        .identityService()
                        .update(
                            stage.owner,
                            identity,
                            Changes.identityName("another"),
                            StaticKeys.MAX_LIFETIME,
                            VersionCondition.ANY);
              },
              List.of("Identity changed")),
          new Written(
              "Identity.delete",
              stage -> {
                Uid identity = stage.world.identity(stage.root).uid();
                stage.world.bind(stage.root, identity, BuiltInRole.VIEWER.uid());
                stage.world.bind(stage.world.organization(), identity, BuiltInRole.OWNER.uid());
                stage.world.appointOperator(identity);
                return () ->
                    stage
                        .services
                        .identityResources()
                        .delete(stage.owner, identity, VersionCondition.ANY);
              },
              List.of(
                  "Operator deleted, implied",
                  "RoleBinding deleted, implied",
                  "RoleBinding deleted, implied",
                  "Identity deleted")),
          new Written(
              "IdentityProvider.create",
              stage ->
                  () ->
                      stage
                          .services
                          .identityProviders()
                          .create(
                              stage.owner,
                              stage.root,
                              World.anyIdentityProvider(BuiltInRole.VIEWER)),
              List.of("IdentityProvider created")),
          new Written(
              "IdentityProvider.update",
              stage -> {
                Uid provider = stage.world.identityProvider(stage.root, BuiltInRole.VIEWER).uid();
                return () ->
                    stage
                        .services
                        .identityProviders()
                        .update(
                            stage.owner,
                            provider,
                            Changes.identityProviderName("another"),
                            VersionCondition.ANY);
              },
              List.of("IdentityProvider changed")),
          new Written(
              "IdentityProvider.delete",
              stage -> {
                Uid provider = stage.world.identityProvider(stage.root, BuiltInRole.VIEWER).uid();
                return () ->
                    stage
                        .services
                        .identityProviders()
                        .delete(stage.owner, provider, VersionCondition.ANY);
              },
              List.of("IdentityProvider deleted")),
          new Written(
              "AccountAssociation.create",
              stage -> {
                Uid group = stage.world.group(stage.root);
                return () ->
                    stage
                        .services
                        .accountAssociations()
                        .create(stage.owner, group, World.anyAccountAssociation());
              },
              List.of("AccountAssociation created")),
          new Written(
              "AccountAssociation.update",
              stage -> {
                Uid group = stage.world.group(stage.root);
                Uid association = stage.world.accountAssociation(group).uid();
                return () ->
                    stage
                        .services
                        .accountAssociations()
                        .update(
                            stage.owner,
                            association,
                            Changes.accountAssociationName("another"),
                            VersionCondition.ANY);
              },
              List.of("AccountAssociation changed")),
          new Written(
              "AccountAssociation.delete",
              stage -> {
                Uid group = stage.world.group(stage.root);
                Uid association = stage.world.accountAssociation(group).uid();
                return () ->
                    stage
                        .services
                        .accountAssociations()
                        .delete(stage.owner, association, VersionCondition.ANY);
              },
              List.of("AccountAssociation deleted")),
          new Written(
              "Role.create",
              stage ->
                  () ->
                      stage
                          .services
                          .roles()
                          .create(
                              stage.owner,
                              stage.root,
                              new RoleDraft("name", "", List.of(Capability.REPO_LIST))),
              List.of("Role created")),
          new Written(
              "Role.update",
              stage -> {
                Uid role = stage.world.role(stage.root, Capability.REPO_LIST).uid();
                return () ->
                    stage
                        .services
                        .roles()
                        .update(
                            stage.owner, role, Changes.roleName("another"), VersionCondition.ANY);
              },
              List.of("Role changed")),
          new Written(
              "Role.delete",
              stage -> {
                Uid role = stage.world.role(stage.root, Capability.REPO_LIST).uid();
                return () -> stage.services.roles().delete(stage.owner, role, VersionCondition.ANY);
              },
              List.of("Role deleted")),
          new Written(
              "RoleBindingService.create",
              stage -> {
                RoleBindingDraft binding = grant(stage, BuiltInRole.VIEWER);
                return () ->
                    stage.services.roleBindingService().create(stage.owner, stage.root, binding);
              },
              List.of("RoleBinding created")),
          new Written(
              "RoleBindingService.createAll",
              stage -> {
                List<RoleBindingDraft> bindings =
                    List.of(grant(stage, BuiltInRole.VIEWER), grant(stage, BuiltInRole.OWNER));
                return () ->
                    stage
                        .services
                        .roleBindingService()
                        .createAll(stage.owner, stage.root, bindings, 25);
              },
              List.of("RoleBinding created", "RoleBinding created")),
          new Written(
              "RoleBinding.update",
              stage -> {
                Uid binding = binding(stage);
                return () ->
                    stage
                        .services
                        .roleBindingResources()
                        .update(
                            stage.owner,
                            binding,
                            Changes.boundRole(BuiltInRole.EDITOR.uid()),
                            VersionCondition.ANY);
              },
              List.of("RoleBinding changed")),
          new Written(
              "RoleBinding.delete",
              stage -> {
                Uid binding = binding(stage);
                return () ->
                    stage
                        .services
                        .roleBindingResources()
                        .delete(stage.owner, binding, VersionCondition.ANY);
              },
              List.of("RoleBinding deleted")),
          new Written(
              "GroupInviteService.create",
              stage -> {
                GroupInviteDraft draft = World.inviteTo(BuiltInRole.VIEWER.uid());
                return () -> stage.services.invites().create(stage.owner, stage.root, draft);
              },
              List.of("GroupInvite created")),
          new Written(
              "GroupInvite.delete",
              stage -> {
                Uid invite = stage.world.invite(stage.root, BuiltInRole.VIEWER.uid()).uid();
                return () ->
                    stage
                        .services
                        .inviteResources()
                        .delete(stage.owner, invite, VersionCondition.ANY);
              },
              List.of("GroupInvite deleted")),
          new Written(
              "ImportService.cancel",
              stage -> {
                Uid running = running(stage);
                return () -> stage.services.imports().cancel(stage.owner, running);
              },
              List.of("Import changed")),
          new Written(
              "GroupService.delete",
              stage -> {
                Uid group = stage.world.group(stage.root);
                Uid advisory = stage.world.advisory(group).uid();
                stage.world.event(advisory);
                stage.services.advisories().delete(stage.owner, advisory, VersionCondition.ANY);
                return () ->
                    stage.services.groups().delete(stage.owner, group, VersionCondition.ANY);
              },
              List.of(
                  "AdvisoryEvent deleted, implied", "Advisory deleted, implied", "Group deleted")),
          new Written(
              "AdvisoryService.create",
              stage ->
                  () ->
                      stage
                          .services
                          .advisories()
                          .create(stage.owner, stage.root, World.anyAdvisory()),
              List.of("Advisory created")),
          new Written(
              "AdvisoryService.create",
              stage -> {
                Advisory deleted = stage.world.advisory(stage.root);
                stage
                    .services
                    .advisories()
                    .delete(stage.owner, deleted.uid(), VersionCondition.ANY);
                return () ->
                    stage.services.advisories().create(stage.owner, stage.root, deleted.draft());
              },
              List.of("Advisory changed")),
          new Written(
              "AdvisoryService.update",
              stage -> {
                Uid advisory = stage.world.advisory(stage.root).uid();
                return () ->
                    stage
                        .services
                        .advisories()
                        .update(
                            stage.owner,
                            advisory,
                            Changes.aliases("CVE-2099-2"),
                            VersionCondition.ANY);
              },
              List.of("Advisory changed")),
          new Written(
              "AdvisoryService.update",
              stage -> {
                Uid advisory = stage.world.advisory(stage.root).uid();
                return () ->
                    stage
                        .services
                        .advisories()
                        .update(
                            stage.owner, advisory, Changes.location("/usr"), VersionCondition.ANY);
              },
              List.of("AdvisoryEvent created, implied", "Advisory changed")),
          new Written(
              "AdvisoryService.delete",
              stage -> {
                Uid advisory = stage.world.advisory(stage.root).uid();
                return () ->
                    stage.services.advisories().delete(stage.owner, advisory, VersionCondition.ANY);
              },
              List.of("Advisory changed")),
          new Written(
              "AdvisoryEventService.create",
              stage -> {
                Uid advisory = stage.world.advisory(stage.root).uid();
                return () -> stage.world.event(advisory);
              },
              List.of("AdvisoryEvent created", "Advisory changed, implied")),
          new Written(
              "AdvisoryEventService.update",
              stage -> {
                Uid event = stage.world.event(stage.world.advisory(stage.root).uid()).uid();
                return () ->
                    stage
                        .services
                        .advisoryEvents()
                        .update(
                            stage.owner,
                            event,
                            Changes.review(ReviewState.APPROVED),
                            VersionCondition.ANY);
              },
              List.of("Advisory changed, implied", "AdvisoryEvent changed")),
          new Written(
              "OperatorService.create",
              stage -> {
                Uid identity = stage.world.identity(stage.root).uid();
                return () -> stage.services.operatorService().create(stage.operator, identity);
              },
              List.of("Operator created")),
          new Written(
              "OperatorService.delete",
              stage -> {
                Uid identity = stage.world.identity(stage.root).uid();
                stage.world.appointOperator(identity);
                return () ->
                    stage
                        .services
                        .operatorService()
                        .delete(stage.operator, identity, VersionCondition.ANY);
              },
              List.of("Operator deleted")),
          new Written(
              "OperatorService.assignOwner",
              stage -> {
                Uid identity = stage.world.identity(stage.root).uid();
                Uid organization = stage.world.organization();
                return () ->
                    stage
                        .services
                        .operatorService()
                        .assignOwner(stage.operator, organization, identity);
              },
              List.of("RoleBinding created")),
          new Written(
              "RepoService.create",
              stage -> () -> stage.services.repos().create(stage.owner, stage.root, REPO),
              List.of(
                  "RepoContent created, implied", "Repo created", "RepoReadme created, implied")),
          new Written(
              "RepoService.create",
              stage -> {
                Uid repo = stage.world.repo(stage.root, "again").uid();
                stage.services.repos().delete(stage.owner, repo, VersionCondition.ANY);
                RepoDraft draft = new RepoDraft("again", "");
                return () -> stage.services.repos().create(stage.owner, stage.root, draft);
              },
              List.of(
                  "RepoContent created, implied",
                  "Repo created",
                  "RepoReadme created, implied",
                  "Tombstone deleted, implied")),
          new Written(
              "RepoService.update",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                return () ->
                    stage
                        .services
                        .repos()
                        .update(
                            stage.owner, repo, Changes.repoName("renamed"), VersionCondition.ANY);
              },
              List.of("Repo changed")),
          new Written(
              "RepoService.delete",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                return () -> stage.services.repos().delete(stage.owner, repo, VersionCondition.ANY);
              },
              List.of(
                  "RepoReadme deleted, implied",
                  "Repo deleted",
                  "RepoContent changed, implied",
                  "Tombstone created, implied")),
          new Written(
              "RepoReadme.update",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                return () ->
                    stage
                        .services
                        .repoReadmes()
                        .update(
                            stage.owner, repo, Changes.readme("a readme"), VersionCondition.ANY);
              },
              List.of("RepoReadme changed")),
          new Written(
              "WholeRepoService.create",
              stage -> () -> createWhole(stage, "whole"),
              List.of(
                  "RepoContent created, implied", "Repo created", "RepoReadme created, implied")),
          new Written(
              "WholeRepoService.create",
              stage -> {
                Repo repo = stage.world.repo(stage.root);
                return () -> createWhole(stage, repo.draft().name());
              },
              List.of("RepoReadme changed, implied", "Repo changed")),
          new Written(
              "WholeRepoService.update",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                return () ->
                    stage
                        .services
                        .wholeRepos()
                        .update(
                            stage.owner,
                            repo,
                            Changes.wholeRepo(wholeRepo("replaced")),
                            VersionCondition.ANY);
              },
              List.of("RepoReadme changed, implied", "Repo changed")),
          new Written(
              "RegistryNamespaceService.create",
              stage -> {
                Uid organization = stage.world.organization();
                return () -> createNamespace(stage, organization, "given");
              },
              List.of("RegistryNamespace created")),
          new Written(
              "RegistryNamespaceService.delete",
              stage -> {
                createNamespace(stage, stage.world.organization(), "taken");
                return () ->
                    stage
                        .services
                        .registryNamespaces()
                        .delete(stage.operator, "taken", VersionCondition.ANY);
              },
              List.of("RegistryNamespace deleted")),
          new Written(
              "GroupService.delete",
              stage -> {
                Uid organization = stage.world.organization();
                createNamespace(stage, organization, "with-its-organization");
                return () ->
                    stage
                        .services
                        .groups()
                        .delete(
                            World.everythingAt(organization), organization, VersionCondition.ANY);
              },
              List.of("RegistryNamespace deleted, implied", "Group deleted")),
          new Written(
              "TombstoneService.delete",
              stage -> {
                Repo repo = stage.world.repo(stage.root);
                stage.services.repos().delete(stage.owner, repo.uid(), VersionCondition.ANY);
                return () ->
                    stage
                        .services
                        .tombstones()
                        .delete(stage.operator, repo.pullName(), VersionCondition.ANY);
              },
              List.of("Tombstone deleted")),
          new Written(
              "ImageService.upload",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                return () ->
                    stage.services.images().upload(stage.owner, repo, ImageDocuments.UPLOAD);
              },
              List.of("Image created", "ImageConfig created")),
          new Written(
              "ImageService.upload",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                ImageUpload whole = ImageDocuments.UPLOAD;
                ImageUpload bare = new ImageUpload(whole.manifest(), List.of(), List.of());
                stage.services.images().upload(stage.owner, repo, bare);
                return () -> stage.services.images().upload(stage.owner, repo, whole);
              },
              List.of("ImageConfig created")),
          new Written(
              "TagService.create",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                return () -> stage.services.tags().create(stage.owner, repo, TAG);
              },
              List.of("Tag created")),
          new Written(
              "TagService.create",
              stage -> {
                Uid repo =
                    stage
                        .world
                        .tag(stage.world.repo(stage.root).uid())
                        .uid()
                        .parent()
                        .orElseThrow();
                stage.services.tags().create(stage.owner, repo, TAG);
                TagDraft moved = new TagDraft(TAG.name(), "sha256:" + "f".repeat(64));
                return () -> stage.services.tags().create(stage.owner, repo, moved);
              },
              List.of("Tag changed")),
          new Written(
              "TagService.create",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                Uid tag = stage.services.tags().create(stage.owner, repo, TAG).uid();
                stage.services.tags().delete(stage.owner, tag, VersionCondition.ANY);
                return () -> stage.services.tags().create(stage.owner, repo, TAG);
              },
              List.of("Tag created")),
          new Written(
              "TagService.createKeepingDigest",
              stage -> {
                Uid repo = stage.world.repo(stage.root).uid();
                TagDraft draft = new TagDraft("latest", "");
                return () -> stage.services.tags().createKeepingDigest(stage.owner, repo, draft);
              },
              List.of("Tag created")),
          new Written(
              "TagService.update",
              stage -> {
                Uid tag = stage.world.tag(stage.world.repo(stage.root).uid()).uid();
                return () ->
                    stage
                        .services
                        .tags()
                        .update(
                            stage.owner, tag, Changes.tagDeprecated(true), VersionCondition.ANY);
              },
              List.of("Tag changed")),
          new Written(
              "TagService.delete",
              stage -> {
                Uid tag = stage.world.tag(stage.world.repo(stage.root).uid()).uid();
                return () -> stage.services.tags().delete(stage.owner, tag, VersionCondition.ANY);
              },
              List.of("Tag deleted")));

  private static WholeRepoDraft wholeRepo(String name) {
    return new WholeRepoDraft(new RepoDraft(name, "described"), Optional.of("a readme"));
  }

  private static void createWhole(Stage stage, String name) {
    stage.services.wholeRepos().create(stage.owner, stage.root, wholeRepo(name), false);
  }

  private static void createNamespace(Stage stage, Uid organization, String name) {
    stage.services.registryNamespaces().create(stage.operator, name, organization);
  }

  private static Uid running(Stage stage) {
    Uid group = stage.world.group(stage.root);
    ArtifactFormat format =
        new ArtifactFormat(
            group,
            Ecosystem.JAVA,
            line -> {
              throw new UnsupportedOperationException();
            });
    ImportRequest request = new ImportRequest(group, format, false, false);
    return stage.services.importRuns().create(stage.owner, group.newChild(), request, 1).uid();
  }

  private static Group rename(Stage stage, Uid group, String name) {
    return stage
        .services
        .groups()
        .update(stage.owner, group, Changes.groupName(name), VersionCondition.ANY);
  }

  private static RoleBindingDraft grant(Stage stage, BuiltInRole role) {
    return RoleBindingDraft.of(stage.world.identity(stage.root).uid(), role.uid());
  }

  private static Uid binding(Stage stage) {
    Uid identity = stage.world.identity(stage.root).uid();
    return stage.world.bind(stage.root, identity, BuiltInRole.VIEWER.uid()).uid();
  }

  @Test
  void everyMethodOfEveryServiceIsHere() {
    Set<String> methods =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("local.platform").stream()
                .filter(type -> type.isInterface() && type.getName().endsWith("Service"))
                .filter(service -> !service.isEquivalentTo(ResourceService.class))
                .flatMap(service -> service.getMethods().stream())
                .map(method -> method.getOwner().getSimpleName() + "." + method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    try (TestServices services = new TestServices(TestDatabase.H2, new MutableClock())) {
      for (Kind<?, ?, ?> kind : services.kinds().all()) {
        kind.methods().stream()
            .filter(method -> !Set.of("get", "list", "walk").contains(method))
            .forEach(method -> methods.add(kind.name() + "." + method));
      }
    }

    assertThat(methods).containsAll(READS).containsAll(FURTHER_READS).containsAll(OF_NO_RESOURCE);
    methods.removeAll(READS);
    methods.removeAll(FURTHER_READS);
    methods.removeAll(OF_NO_RESOURCE);
    methods.removeAll(OF_SEVERAL_WRITES);
    assertThat(WRITES.stream().map(Written::method)).containsAll(methods);
    assertThat(methods).containsAll(WRITES.stream().map(Written::method).toList());
  }

  @ParameterizedTest
  @EnumSource
  void everyWriteIsSeenWithAllRowsThatItChanges(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      for (Written written : WRITES) {
        Runnable write = written.prepare().apply(stage);
        stage.clock.advance(Duration.ofSeconds(1));
        Map<String, String> before = rows(stage.services);

        List<Change> changes = stage.changesOf(write);

        assertThat(changes.stream().map(ObservedWritesTest::text))
            .as(written.method())
            .containsExactlyElementsOf(written.expected());
        assertThat(changes.stream().map(ObservedWritesTest::row))
            .as(written.method())
            .containsExactlyInAnyOrderElementsOf(differences(before, rows(stage.services)));
        assertThat(changes.stream().map(Change::time)).containsOnly(stage.services.now());
        assertThat(changes.stream().map(Change::author))
            .allMatch(author -> author.identity().isPresent())
            .hasSize(changes.size())
            .containsOnly(changes.get(0).author());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsPurgedIsImpliedByTheDeletionOfItsRepo(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      Uid repo = stage.world.repo(stage.root).uid();
      stage.world.image(repo);
      stage.world.tag(repo);
      stage.services.tags().delete(stage.owner, stage.world.tag(repo).uid(), VersionCondition.ANY);
      stage.services.repos().delete(stage.owner, repo, VersionCondition.ANY);
      Map<String, String> before = rows(stage.services);

      List<Change> changes =
          stage.changesOf(
              () ->
                  stage
                      .services
                      .repoPurge(stage.services.tagRepository(), stage.services.imagePurge())
                      .run());

      assertThat(changes.stream().map(ObservedWritesTest::text))
          .containsExactly(
              "ImageConfig deleted, implied",
              "Image deleted, implied",
              "Tag deleted, implied",
              "RepoContent deleted, implied");
      assertThat(changes.stream().map(ObservedWritesTest::row))
          .containsExactlyInAnyOrderElementsOf(differences(before, rows(stage.services)));
      assertThat(changes).extracting(Change::author).containsOnly(Author.SERVER);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theServerIsTheAuthorOfTheBootstrap(TestDatabase database) throws SQLException {
    try (TestServices services = new TestServices(database, new MutableClock())) {
      List<Change> changes = new ArrayList<>();
      services.observe(changes::addAll);
      Map<String, String> before = rows(services);

      services.bootstrap().run(new BootstrapSettings("https://issuer.test", "subject", "name"));

      assertThat(changes.stream().map(ObservedWritesTest::text))
          .containsExactly(
              "Group created", "Identity created", "RoleBinding created", "Operator created");
      assertThat(changes.stream().map(ObservedWritesTest::row))
          .containsExactlyInAnyOrderElementsOf(differences(before, rows(services)));
      assertThat(changes).extracting(Change::author).containsOnly(Author.SERVER);
      changes.clear();
      services.bootstrap().run(new BootstrapSettings("https://issuer.test", "subject", "name"));
      assertThat(changes).isEmpty();
    }
  }

  @Test
  void aChangeTellsWhatWasWhatIsAndWhatTheCallerIsTold() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      List<Group> answers = new ArrayList<>();

      Change created = only(stage.changesOf(() -> answers.add(createGroup(stage))));
      Uid uid = answers.get(0).uid();
      assertThat(created.before()).isEmpty();
      assertThat(created.after()).contains(answers.get(0));
      assertThat(created.shown()).contains(answers.get(0));
      assertThat(created.author()).isEqualTo(stage.owner.author());

      Change changed = only(stage.changesOf(() -> answers.add(rename(stage, uid, "renamed"))));
      assertThat(changed.before()).contains(answers.get(0));
      assertThat(changed.after()).contains(answers.get(1));
      assertThat(changed.shown()).contains(answers.get(1));
      assertThat(answers.get(1).version()).isEqualTo(1);

      Change same = only(stage.changesOf(() -> rename(stage, uid, "renamed")));
      assertThat(same.before()).isEqualTo(same.after()).contains(answers.get(1));

      Change deleted =
          only(
              stage.changesOf(
                  () -> stage.services.groups().delete(stage.owner, uid, VersionCondition.ANY)));
      assertThat(deleted.before()).contains(answers.get(1));
      assertThat(deleted.after()).isEmpty();
      assertThat(deleted.shown()).isEmpty();
    }
  }

  @Test
  void ofARoleBindingItIsTheRowThatIsComparedAndTheWholeThatIsShown() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      Identity identity = stage.world.identity(stage.root);
      List<RoleBinding> answers = new ArrayList<>();

      Change created =
          only(
              stage.changesOf(
                  () ->
                      answers.add(
                          stage.world.bind(stage.root, identity.uid(), BuiltInRole.VIEWER.uid()))));

      assertThat(created.shown()).contains(answers.get(0));
      assertThat(created.after().orElseThrow().toString())
          .contains(identity.uid().value())
          .contains(BuiltInRole.VIEWER.uid().value());
    }
  }

  @Test
  void ofAnInviteNoObserverSeesTheCode() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      List<GroupInvite> answers = new ArrayList<>();

      Change created =
          only(
              stage.changesOf(
                  () -> answers.add(stage.world.invite(stage.root, BuiltInRole.VIEWER.uid()))));

      GroupInvite shown = (GroupInvite) created.shown().orElseThrow();
      assertThat(shown.keyId()).isEqualTo(answers.get(0).keyId());
      assertThat(shown.code()).isEmpty();
      assertThat(created.after().orElseThrow().toString())
          .contains(shown.keyId(), created.author().identity().orElseThrow().value())
          .doesNotContain(answers.get(0).code().orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAnObserverThrowsUndoesTheWrite(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      stage.services.observe(
          changes -> {
            throw new IllegalStateException("no");
          });
      Map<String, String> before = rows(stage.services);

      assertThatThrownBy(() -> createGroup(stage)).isInstanceOf(IllegalStateException.class);

      assertThat(rows(stage.services)).isEqualTo(before);
    }
  }

  @Test
  void whatIsRefusedIsNotSeen() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      Caller nobody = World.caller(List.<Grant>of());

      assertThat(
              stage.changesOf(
                  () ->
                      assertThat(
                              World.outcome(
                                  () ->
                                      stage
                                          .services
                                          .groups()
                                          .create(nobody, Optional.of(stage.root), GROUP)))
                          .isEqualTo("PERMISSION_DENIED")))
          .isEmpty();
      assertThat(
              stage.changesOf(
                  () ->
                      assertThat(
                              World.outcome(
                                  () ->
                                      stage
                                          .services
                                          .groups()
                                          .delete(
                                              stage.owner,
                                              stage.root.newChild(),
                                              VersionCondition.ANY)))
                          .isEqualTo("NOT_FOUND")))
          .isEmpty();
    }
  }

  private static Group createGroup(Stage stage) {
    return stage.services.groups().create(stage.owner, Optional.of(stage.root), GROUP);
  }

  private static Change only(List<Change> changes) {
    assertThat(changes).hasSize(1);
    return changes.get(0);
  }

  private static String text(Change change) {
    return change.kind() + " " + verb(change) + (change.implied() ? ", implied" : "");
  }

  private static String verb(Change change) {
    if (change.before().isEmpty()) {
      return "created";
    }
    return change.after().isEmpty() ? "deleted" : "changed";
  }

  private static String row(Change change) {
    String table =
        switch (change.kind()) {
          case "Group" -> "resource_group";
          case "Import" -> "hub_import";
          default -> change.kind().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        };
    return table + " " + change.uid() + " " + verb(change);
  }

  /** Returns every row of every table of resources, by table and key. */
  private static Map<String, String> rows(TestServices services) throws SQLException {
    Map<String, String> rows = new TreeMap<>();
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> each : TABLES.entrySet()) {
        String table = each.getKey();
        String key = each.getValue();
        // The row of a deleted tag remains.
        String live = table.equals("tag") ? " WHERE deleted = FALSE" : "";
        try (ResultSet row = statement.executeQuery("SELECT * FROM " + table + live)) {
          while (row.next()) {
            StringBuilder text = new StringBuilder();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
              text.append(row.getString(i)).append('|');
            }
            rows.put(table + " " + Uid.ofBytes(row.getBytes(key)), text.toString());
          }
        }
      }
    }
    return rows;
  }

  private static List<String> differences(Map<String, String> before, Map<String, String> after) {
    Set<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    return keys.stream()
        .filter(
            key ->
                !Optional.ofNullable(before.get(key)).equals(Optional.ofNullable(after.get(key))))
        .map(
            key ->
                key
                    + (!before.containsKey(key)
                        ? " created"
                        : after.containsKey(key) ? " changed" : " deleted"))
        .toList();
  }
}
