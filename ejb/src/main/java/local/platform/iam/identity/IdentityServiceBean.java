package local.platform.iam.identity;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.operator.OperatorRepository;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.kind.Repositories;

/** Implements {@link IdentityService}. */
@Stateless
@Local(IdentityService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class IdentityServiceBean implements IdentityService {
  /**
   * If more identities than this can be reached by exchanging tokens, a relationship cannot be
   * changed. More than anybody needs; limits the work of a change.
   */
  private static final int MAX_REACHABLE = 1_000;

  private static final Window ENOUGH_TO_BE_AMBIGUOUS = new Window(0, 2);

  private final Repositories repositories;
  private final IdentityRepository identities;
  private final Identities rules;
  private final ExchangeTargets targets;
  private final RelationshipRules relationshipRules;
  private final RoleBindingRepository roleBindings;
  private final OperatorRepository operators;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;
  private final Clock clock;

  @Inject
  public IdentityServiceBean(
      Repositories repositories,
      IdentityRepository identities,
      Identities rules,
      ExchangeTargets targets,
      RelationshipRules relationshipRules,
      RoleBindingRepository roleBindings,
      OperatorRepository operators,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes,
      Clock clock) {
    this.repositories = repositories;
    this.identities = identities;
    this.rules = rules;
    this.targets = targets;
    this.relationshipRules = relationshipRules;
    this.roleBindings = roleBindings;
    this.operators = operators;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
    this.clock = clock;
  }

  @Override
  public Identity lookup(Caller caller, String issuer, String subject) {
    var visible = caller.visible(Capability.IAM_IDENTITY_LIST);
    FieldViolations violations = new FieldViolations();
    FieldRules.required("issuer", issuer, violations);
    FieldRules.required("subject", subject, violations);
    violations.throwIfAny();
    List<Identity> found =
        transactions.read(
            () -> {
              List<Identity> matches = new ArrayList<>();
              lister.walk(
                  visible,
                  repositories.listSpec(Identities.KIND),
                  IdentityRepository.claimMatchOf(issuer, subject),
                  ENOUGH_TO_BE_AMBIGUOUS,
                  matches::add);
              return matches;
            });
    if (found.size() != 1) {
      throw identities.noneFound(
          "there is no Identity of this issuer and subject, or more than one");
    }
    return found.get(0);
  }

  @Override
  public Identity create(Caller caller, Uid parent, IdentityDraft draft, Duration keyLifetime) {
    caller.require(Capability.IAM_IDENTITY_CREATE, parent);
    Instant now = clock.instant();
    FieldViolations violations = new FieldViolations();
    rules.validate(draft, violations);
    IdentityDraft complete =
        relationshipRules.complete(draft, KeyExpiration.ofNew(now, keyLifetime), violations);
    violations.throwIfAny();
    Uid uid = identities.newUid(parent);
    return writes.create(
        caller.author(),
        identities,
        uid,
        write -> write.insert(identities, new IdentityEntity(uid, complete, now)));
  }

  @Override
  public Identity update(
      Caller caller,
      Uid uid,
      DraftChange<IdentityDraft> change,
      Duration keyLifetime,
      VersionCondition condition) {
    caller.require(Capability.IAM_IDENTITY_UPDATE, uid);
    FieldViolations violations = change.violations();
    IdentityDraft given = change.applyTo(IdentityDraft.EMPTY);
    rules.validate(given, violations);
    given.relationship().ifPresent(parts -> relationshipRules.check(parts, violations));
    violations.throwIfAny();
    return writes.update(
        caller.author(),
        identities,
        uid,
        condition,
        (write, identity) -> store(write, caller, identity, change, keyLifetime));
  }

  private void store(
      Write write,
      Caller caller,
      IdentityEntity identity,
      DraftChange<IdentityDraft> change,
      Duration keyLifetime) {
    Relationship before = identity.relationship();
    IdentityDraft draft = change.applyTo(identity.draft());
    if (!draft.relationship().equals(Optional.of(before))) {
      KeyExpiration expiration =
          KeyExpiration.ofChange(before, identity.createTime(), write.time(), keyLifetime);
      requireMayActAs(caller, identity.uid());
      FieldViolations violations = new FieldViolations();
      draft = relationshipRules.complete(draft, expiration, violations);
      violations.throwIfAny();
    }
    identity.store(draft, write.time());
  }

  /**
   * Checks that the caller gains nothing by acting as the identity, or as any identity that can be
   * reached from it by exchanging tokens. The error names only the identity itself, because not
   * every caller who may change it may know where it has capabilities.
   *
   * @throws PlatformException PERMISSION_DENIED with GRANT_EXCEEDS_CALLER if the caller gains
   *     something, or if more than {@link #MAX_REACHABLE} identities can be reached
   */
  private void requireMayActAs(Caller caller, Uid identity) {
    Set<Uid> reachable = new LinkedHashSet<>(List.of(identity));
    Deque<Uid> next = new ArrayDeque<>(reachable);
    while (!next.isEmpty()) {
      Uid each = next.remove();
      if (gainsOperator(caller, each) || gainsCapability(caller, each, identity.root())) {
        throw PlatformException.takeoverExceedsCaller(identity);
      }
      targets.reachableFrom(each).stream().filter(reachable::add).forEach(next::add);
      if (reachable.size() > MAX_REACHABLE) {
        throw PlatformException.takeoverExceedsCaller(identity);
      }
    }
  }

  private boolean gainsOperator(Caller caller, Uid identity) {
    return operators.contains(identity)
        && !(caller.narrowing().isNone() && operators.contains(caller.identity()));
  }

  private boolean gainsCapability(Caller caller, Uid identity, Uid organization) {
    return roleBindings.grantsOf(identity).stream()
        .anyMatch(
            grant ->
                organization.covers(grant.group())
                    ? !caller.holdsAll(grant.capabilities(), grant.group())
                    : !caller.holdsAll(BuiltInRole.OWNER.capabilities(), organization));
  }
}
