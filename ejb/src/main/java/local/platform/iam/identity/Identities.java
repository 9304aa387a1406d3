package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.access.operator.OperatorRepository;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.iam.binding.Owners;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;

/**
 * The kind of identities. An identity is deleted with its role bindings in all organizations, and
 * its tokens are no longer valid. The last owner of its own organization cannot be deleted, nor the
 * only operator.
 */
@Dependent
public class Identities implements Rules<IdentityEntity, IdentityDraft> {
  /** Lists those with a name. */
  public static final Filter<String> NAME = Filter.by("name");

  /** Lists those with a kind of relationship. */
  public static final Filter<Relationship.Kind> RELATIONSHIP =
      Filter.by("relationship", Relationship.Kind::name);

  /** Drives the look-up of a claim match. Few identities have the same subject. */
  private static final Filter<String> SUBJECT = Filter.by("subject");

  /** The kind. */
  public static final Kind<IdentityEntity, IdentityDraft, Identity> KIND =
      Kind.<IdentityEntity, IdentityDraft, Identity>of(
              IdentityRepository.KIND, "identities", IdentityEntity.class, IdentityEntity::toRecord)
          .repository(IdentityRepository::new)
          .get(Guard.of(Capability.IAM_IDENTITY_LIST))
          .list(Capability.IAM_IDENTITY_LIST)
          .delete(Guard.of(Capability.IAM_IDENTITY_DELETE))
          .filteredBy(NAME, RELATIONSHIP, SUBJECT)
          .inDeletedGroup(InDeletedGroup.PREVENT_DELETION)
          .build();

  private final IdentityRepository identities;
  private final RoleBindingRepository roleBindings;
  private final Owners owners;
  private final OperatorRepository operators;

  @Inject
  public Identities(
      IdentityRepository identities,
      RoleBindingRepository roleBindings,
      Owners owners,
      OperatorRepository operators) {
    this.identities = identities;
    this.roleBindings = roleBindings;
    this.owners = owners;
    this.operators = operators;
  }

  @Override
  public Kind<IdentityEntity, IdentityDraft, Identity> kind() {
    return KIND;
  }

  @Override
  public void validate(IdentityDraft draft, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.description("description", draft.description(), violations);
    FieldRules.line("company", draft.company(), violations);
  }

  @Override
  public void beforeDelete(Write write, IdentityEntity stored) {
    owners.requireBeside(stored.uid());
    deleteGrants(write, stored.uid());
  }

  /**
   * Deletes an identity with its role bindings; if it is an operator, it is removed from them.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR if it is the only operator
   */
  public void deleteWithGrants(Write write, Uid identity) {
    Optional<IdentityEntity> locked = identities.findForUpdate(identity);
    deleteGrants(write, identity);
    locked.ifPresent(found -> write.delete(identities, found));
  }

  private void deleteGrants(Write write, Uid identity) {
    operators.remove(write, identity);
    roleBindings.deleteOf(write, identity);
  }
}
