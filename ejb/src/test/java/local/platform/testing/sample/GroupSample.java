package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.Groups;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Rules;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of groups. Their names need not be unique. */
public final class GroupSample implements Sample {
  private static final GroupDraft GROUP = new GroupDraft("group", "");
  private static final String NAME = "a name";
  private static final ResourceQuery ALL = ResourceQuery.of(UidpFilter.NONE);

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(new Groups());
  }

  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
        new Operation(
            "group get",
            Capability.IAM_GROUPS_LIST,
            Operation::itself,
            (services, caller, uid) -> services.groupResources().get(caller, uid)),
        new Operation(
            "group create",
            Capability.IAM_GROUPS_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.groups().create(caller, Optional.of(uid), new GroupDraft(NAME, ""))),
        new Operation(
            "group update",
            Capability.IAM_GROUPS_UPDATE,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .groups()
                    .update(caller, uid, Changes.groupName(NAME), VersionCondition.ANY)),
        new Operation(
            "group delete",
            Capability.IAM_GROUPS_DELETE,
            Operation::itself,
            (services, caller, uid) ->
                services.groups().delete(caller, uid, VersionCondition.ANY)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "GroupService.create",
            stage ->
                () ->
                    stage
                        .services()
                        .groups()
                        .create(stage.owner(), Optional.of(stage.root()), GROUP),
            "Group created"),
        new Written(
            "GroupService.create",
            stage -> {
              Caller caller = stage.world().callerOf(stage.world().identity(stage.root()).uid());
              return () -> stage.services().groups().create(caller, Optional.empty(), GROUP);
            },
            "Group created",
            "RoleBinding created, implied"),
        new Written(
            "GroupService.update",
            stage -> () -> rename(stage, stage.root(), "renamed"),
            "Group changed"),
        new Written(
            "GroupService.delete",
            stage -> {
              Uid group = stage.world().group(stage.root());
              stage
                  .world()
                  .bind(
                      group, stage.world().identity(stage.root()).uid(), BuiltInRole.VIEWER.uid());
              stage
                  .world()
                  .bind(
                      group, stage.world().identity(stage.root()).uid(), BuiltInRole.VIEWER.uid());
              stage.world().invite(group, BuiltInRole.VIEWER.uid());
              stage.world().invite(group, BuiltInRole.VIEWER.uid());
              return () ->
                  stage.services().groups().delete(stage.owner(), group, VersionCondition.ANY);
            },
            "GroupInvite deleted, implied",
            "GroupInvite deleted, implied",
            "RoleBinding deleted, implied",
            "RoleBinding deleted, implied",
            "Group deleted"),
        new Written(
            "GroupService.delete",
            stage -> {
              Uid organization = stage.world().organization();
              Uid identity = stage.world().identity(organization).uid();
              stage.world().bind(organization, identity, BuiltInRole.OWNER.uid());
              stage.world().bind(stage.root(), identity, BuiltInRole.VIEWER.uid());
              Uid stranger = stage.world().identity(stage.root()).uid();
              stage.world().bind(organization, stranger, BuiltInRole.VIEWER.uid());
              stage.world().appointOperator(identity);
              Caller caller = stage.world().callerOf(identity);
              return () ->
                  stage.services().groups().delete(caller, organization, VersionCondition.ANY);
            },
            "Operator deleted, implied",
            "RoleBinding deleted, implied",
            "RoleBinding deleted, implied",
            "Identity deleted, implied",
            "RoleBinding deleted, implied",
            "Group deleted"),
        new Written(
            "GroupService.delete",
            stage -> {
              Uid group = stage.world().group(stage.root());
              Uid advisory = stage.world().advisory(group).uid();
              stage.world().event(advisory);
              stage.services().advisories().delete(stage.owner(), advisory, VersionCondition.ANY);
              return () ->
                  stage.services().groups().delete(stage.owner(), group, VersionCondition.ANY);
            },
            "AdvisoryEvent deleted, implied",
            "Advisory deleted, implied",
            "Group deleted"),
        new Written(
            "GroupService.delete",
            stage -> {
              Uid organization = stage.world().organization();
              RegistryNameSample.createNamespace(stage, organization, "with-its-organization");
              Caller caller = World.everythingAt(organization);
              return () ->
                  stage.services().groups().delete(caller, organization, VersionCondition.ANY);
            },
            "RegistryNamespace deleted, implied",
            "Group deleted"));
  }

  @Override
  public List<Listing> listings() {
    return List.of(
        new Listing(
            "group",
            Capability.IAM_GROUPS_LIST,
            Operation::itself,
            (services, caller, page) -> services.groupResources().list(caller, ALL, page),
            (services, caller, window, consumer) ->
                services.groupResources().walk(caller, ALL, window, consumer)));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("resource_group", "uid");
  }

  private static Group rename(Stage stage, Uid group, String name) {
    return stage
        .services()
        .groups()
        .update(stage.owner(), group, Changes.groupName(name), VersionCondition.ANY);
  }
}
