package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import local.platform.error.PlatformException;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.operator.OperatorRepository;
import local.platform.resource.GroupContent;
import local.platform.uid.Uid;

/** The queries about identities. */
@Dependent
public class IdentityRepository implements GroupContent {
  private final EntityManager entityManager;
  private final RoleBindingRepository roleBindings;
  private final OperatorRepository operators;

  @Inject
  public IdentityRepository(
      EntityManager entityManager,
      RoleBindingRepository roleBindings,
      OperatorRepository operators) {
    this.entityManager = entityManager;
    this.roleBindings = roleBindings;
    this.operators = operators;
  }

  /** Stores a new identity that is one subject of one issuer. */
  public void insert(Uid uid, String name, String issuer, String subject, Instant now) {
    entityManager.persist(new IdentityEntity(uid, name, issuer, subject, now));
    entityManager.flush();
  }

  /**
   * Deletes an identity with everything that was granted to it.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR
   */
  public void delete(Uid identity) {
    operators.remove(identity);
    roleBindings.deleteOf(identity);
    entityManager
        .createQuery("delete from IdentityEntity i where i.uid = :uid")
        .setParameter("uid", identity.value())
        .executeUpdate();
  }

  @Override
  public String kind() {
    return "identities";
  }

  @Override
  public boolean existsIn(Uid group) {
    return !entityManager
        .createQuery("select i.uid from IdentityEntity i where i.parentUid = :group", String.class)
        .setParameter("group", group.value())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }
}
