package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Rules;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of role bindings. */
public final class RoleBindingSample implements Sample {
  private static final ResourceQuery ALL = ResourceQuery.of(UidpFilter.NONE);

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(services.roleBindingRules());
  }

  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
        new Operation(
            "role binding get",
            Capability.IAM_ROLE_BINDINGS_LIST,
            RoleBindingSample::binding,
            (services, caller, uid) -> services.roleBindingResources().get(caller, uid)),
        new Operation(
            "role binding create",
            Requirement.of(Capability.IAM_ROLE_BINDINGS_CREATE)
                .grantingFirst(BuiltInRole.EDITOR.capabilities()),
            Operation::itself,
            (services, caller, uid) ->
                services
                    .roleBindingService()
                    .create(caller, uid, grant(identity, BuiltInRole.EDITOR))),
        new Operation(
            "role binding createAll",
            Requirement.of(Capability.IAM_ROLE_BINDINGS_CREATE)
                .grantingFirst(BuiltInRole.VIEWER.capabilities()),
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
            Requirement.of(Capability.IAM_ROLE_BINDINGS_UPDATE)
                .granting(BuiltInRole.EDITOR.capabilities()),
            RoleBindingSample::binding,
            (services, caller, uid) ->
                services
                    .roleBindingResources()
                    .update(
                        caller,
                        uid,
                        Changes.boundRole(BuiltInRole.EDITOR.uid()),
                        VersionCondition.ANY)),
        new Operation(
            "role binding delete",
            Capability.IAM_ROLE_BINDINGS_DELETE,
            RoleBindingSample::binding,
            (services, caller, uid) ->
                services.roleBindingResources().delete(caller, uid, VersionCondition.ANY)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "RoleBindingService.create",
            stage -> {
              RoleBindingDraft binding = grant(stage, BuiltInRole.VIEWER);
              return () ->
                  stage
                      .services()
                      .roleBindingService()
                      .create(stage.owner(), stage.root(), binding);
            },
            "RoleBinding created"),
        new Written(
            "RoleBindingService.createAll",
            stage -> {
              List<RoleBindingDraft> bindings =
                  List.of(grant(stage, BuiltInRole.VIEWER), grant(stage, BuiltInRole.OWNER));
              return () ->
                  stage
                      .services()
                      .roleBindingService()
                      .createAll(stage.owner(), stage.root(), bindings, 25);
            },
            "RoleBinding created",
            "RoleBinding created"),
        new Written(
            "RoleBinding.update",
            stage -> {
              Uid binding = binding(stage);
              return () ->
                  stage
                      .services()
                      .roleBindingResources()
                      .update(
                          stage.owner(),
                          binding,
                          Changes.boundRole(BuiltInRole.EDITOR.uid()),
                          VersionCondition.ANY);
            },
            "RoleBinding changed"),
        new Written(
            "RoleBinding.delete",
            stage -> {
              Uid binding = binding(stage);
              return () ->
                  stage
                      .services()
                      .roleBindingResources()
                      .delete(stage.owner(), binding, VersionCondition.ANY);
            },
            "RoleBinding deleted"));
  }

  @Override
  public List<Listing> listings() {
    return List.of(
        new Listing(
            "role binding",
            Capability.IAM_ROLE_BINDINGS_LIST,
            RoleBindingSample::binding,
            (services, caller, page) -> services.roleBindingResources().list(caller, ALL, page),
            (services, caller, window, consumer) ->
                services.roleBindingResources().walk(caller, ALL, window, consumer)));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("role_binding", "uid");
  }

  private static Uid binding(World world, Uid group) {
    return world.bind(group, world.identity(group).uid(), BuiltInRole.APK_PULL.uid()).uid();
  }

  private static Uid binding(Stage stage) {
    Uid identity = stage.world().identity(stage.root()).uid();
    return stage.world().bind(stage.root(), identity, BuiltInRole.VIEWER.uid()).uid();
  }

  private static RoleBindingDraft grant(Stage stage, BuiltInRole role) {
    return grant(stage.world().identity(stage.root()).uid(), role);
  }

  private static RoleBindingDraft grant(Uid identity, BuiltInRole role) {
    return RoleBindingDraft.of(identity, role.uid());
  }
}
