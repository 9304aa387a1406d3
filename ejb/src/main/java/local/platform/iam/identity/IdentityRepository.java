package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import local.platform.db.DatabaseVendor;
import local.platform.error.PlatformException;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.operator.OperatorRepository;
import local.platform.paging.ListSpec;
import local.platform.paging.SortField;
import local.platform.paging.SortOrder;
import local.platform.resource.GroupContent;
import local.platform.resource.ResourceRepository;
import local.platform.uid.Uid;

/** The queries about identities. */
@Dependent
public class IdentityRepository extends ResourceRepository<IdentityEntity> implements GroupContent {
  private final RoleBindingRepository roleBindings;
  private final OperatorRepository operators;

  @Inject
  public IdentityRepository(
      EntityManager entityManager,
      DatabaseVendor vendor,
      RoleBindingRepository roleBindings,
      OperatorRepository operators) {
    super(entityManager, vendor, IdentityEntity.class, "Identity");
    this.roleBindings = roleBindings;
    this.operators = operators;
  }

  ListSpec<Identity> listSpec() {
    return new ListSpec<>(
        "iam.identities",
        "IdentityEntity",
        EnumSet.allOf(SortField.class),
        new SortOrder(SortField.UID, false),
        uids -> findAll(uids).stream().map(IdentityEntity::toRecord).toList(),
        Set.of());
  }

  /** Stores a new identity that is one subject of one issuer. */
  public void insert(Uid uid, String name, String issuer, String subject, Instant now) {
    insert(new IdentityEntity(uid, name, "", "", ClaimMatch.of(issuer, subject), now));
  }

  /** Locks first the identity's organization, of which it may be the last owner. */
  @Override
  public Optional<IdentityEntity> findLocked(Uid uid) {
    lockGroup(uid.root());
    return super.findLocked(uid);
  }

  /**
   * Deletes an identity with everything that was granted to it.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR
   */
  public void deleteWithGrants(Uid identity) {
    Optional<IdentityEntity> locked = findLocked(identity);
    operators.remove(identity);
    roleBindings.deleteOf(identity);
    locked.ifPresent(this::delete);
  }

  @Override
  public String kind() {
    return "identities";
  }
}
