package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindings;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of role bindings: of viewers who become editors. */
public final class RoleBindingSample implements KindSample<RoleBindingDraft, RoleBinding> {
  private static final BuiltInRole BEFORE = BuiltInRole.VIEWER;
  private static final BuiltInRole AFTER = BuiltInRole.EDITOR;

  @Override
  public Kind<?, RoleBindingDraft, RoleBinding> kind() {
    return RoleBindings.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(services.roleBindingRules());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get",
        Requirement.of(Capability.IAM_ROLE_BINDINGS_LIST),
        "create",
        Requirement.of(Capability.IAM_ROLE_BINDINGS_CREATE).grantingFirst(BEFORE.capabilities()),
        "update",
        Requirement.of(Capability.IAM_ROLE_BINDINGS_UPDATE).granting(AFTER.capabilities()),
        "delete",
        Requirement.of(Capability.IAM_ROLE_BINDINGS_DELETE));
  }

  @Override
  public List<Operation> operations(Uid identity) {
    return Stream.concat(
            KindSample.super.operations(identity).stream(),
            Stream.of(
                new Operation(
                    "role binding createAll",
                    Requirement.of(Capability.IAM_ROLE_BINDINGS_CREATE)
                        .grantingFirst(AFTER.capabilities()),
                    Operation::itself,
                    (services, caller, uid) ->
                        services
                            .roleBindingService()
                            .createAll(
                                caller,
                                uid,
                                List.of(
                                    grant(identity, BuiltInRole.APK_PULL), grant(identity, AFTER)),
                                25))))
        .toList();
  }

  @Override
  public List<Written> writes() {
    return Stream.concat(
            KindSample.super.writes().stream(),
            Stream.of(
                new Written(
                    "RoleBindingService.createAll",
                    stage -> {
                      Uid identity = stage.world().identity(stage.root()).uid();
                      List<RoleBindingDraft> bindings =
                          List.of(grant(identity, BEFORE), grant(identity, AFTER));
                      return () ->
                          stage
                              .services()
                              .roleBindingService()
                              .createAll(stage.owner(), stage.root(), bindings, 25);
                    },
                    "RoleBinding created",
                    "RoleBinding created")))
        .toList();
  }

  @Override
  public Capability listed() {
    return Capability.IAM_ROLE_BINDINGS_LIST;
  }

  @Override
  public RoleBindingDraft draft(Uid identity, String name) {
    return grant(identity, BEFORE);
  }

  private static RoleBindingDraft grant(Uid identity, BuiltInRole role) {
    return RoleBindingDraft.of(identity, role.uid());
  }

  @Override
  public DraftChange<RoleBindingDraft> change() {
    return Changes.boundRole(AFTER.uid());
  }

  @Override
  public boolean blocksItsGroup() {
    return false;
  }

  /** It could have been created and deleted since. */
  @Override
  public boolean isCreatedAgain() {
    return false;
  }

  @Override
  public RoleBinding create(
      TestServices services, Caller caller, Uid group, RoleBindingDraft draft) {
    return services.roleBindingService().create(caller, group, draft);
  }

  /** Binds an identity of its own, because none has a role twice at a group. */
  @Override
  public RoleBinding make(World world, Uid group) {
    return world.bind(group, world.identity(group).uid(), BEFORE.uid());
  }

  /** Binds an identity of its own in the group, or one that is also bound elsewhere below it. */
  @Override
  public RoleBinding makeAny(World world, Uid group, String name, Random random) {
    Uid role =
        switch (random.nextInt(3)) {
          case 0 -> world.role(group, Capability.REPO_LIST).uid();
          case 1 -> BuiltInRole.APK_PULL.uid();
          default -> BEFORE.uid();
        };
    return random.nextBoolean()
        ? world.bind(group, world.identity(group).uid(), role)
        : world.bind(world.group(group), world.grantee(), role);
  }

  @Override
  public Map<String, Comparator<RoleBinding>> orders() {
    return Map.of("create_time", Comparator.comparing(RoleBinding::createTime));
  }

  @Override
  public List<Filtered<RoleBinding, ?>> filters() {
    return List.of(
        new Filtered<>(
            RoleBindings.IDENTITY,
            binding -> binding.identity().uid(),
            List.of(Uid.newRoot().newChild())),
        new Filtered<>(
            RoleBindings.ROLE,
            binding -> binding.role().uid(),
            List.of(BEFORE.uid(), AFTER.uid())));
  }
}
