package local.platform.iam.binding;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.IntStream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindings.Planned;

/** Implements {@link RoleBindingService}. */
@Stateless
@Local(RoleBindingService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RoleBindingServiceBean implements RoleBindingService {
  private final RoleBindingRepository roleBindings;
  private final RoleBindings rules;
  private final ResourceWrites writes;

  @Inject
  public RoleBindingServiceBean(
      RoleBindingRepository roleBindings, RoleBindings rules, ResourceWrites writes) {
    this.roleBindings = roleBindings;
    this.rules = rules;
    this.writes = writes;
  }

  @Override
  public RoleBinding create(Caller caller, Uid group, RoleBindingDraft draft) {
    caller.require(Capability.IAM_ROLE_BINDINGS_CREATE, group);
    return createAll(caller, group, List.of(draft), List.of("")).get(0);
  }

  @Override
  public List<RoleBinding> createAll(
      Caller caller, Uid group, List<RoleBindingDraft> drafts, int most) {
    caller.require(Capability.IAM_ROLE_BINDINGS_CREATE, group);
    if (drafts.isEmpty() || drafts.size() > most) {
      throw PlatformException.invalidArgument(
          "roleBindings", "roleBindings must have 1 to " + most + " entries");
    }
    List<String> prefixes =
        IntStream.range(0, drafts.size())
            .mapToObj(index -> "roleBindings[" + index + "].")
            .toList();
    return createAll(caller, group, drafts, prefixes);
  }

  /**
   * Creates role bindings.
   *
   * @param prefixes for each draft, what precedes the names of its fields in errors
   */
  private List<RoleBinding> createAll(
      Caller caller, Uid group, List<RoleBindingDraft> drafts, List<String> prefixes) {
    FieldViolations violations = new FieldViolations();
    for (int i = 0; i < drafts.size(); i++) {
      RoleBindings.validate(drafts.get(i), prefixes.get(i), violations);
    }
    violations.throwIfAny();
    List<Planned> planned =
        IntStream.range(0, drafts.size())
            .mapToObj(i -> new Planned(roleBindings.newUid(group), drafts.get(i), prefixes.get(i)))
            .toList();
    return RoleBindings.KIND.unique(
        drafts.get(0), // any, because the error names none
        () ->
            writes.createAll(
                caller.author(),
                roleBindings,
                planned.stream().map(Planned::uid).toList(),
                write -> insert(write, caller, group, planned)));
  }

  private void insert(Write write, Caller caller, Uid group, List<Planned> planned) {
    rules.requireGrantable(caller, group, planned);
    planned.forEach(
        each ->
            write.insert(
                roleBindings, new RoleBindingEntity(each.uid(), each.draft(), write.time())));
  }
}
