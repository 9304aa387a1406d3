package local.platform.iam.binding;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import local.platform.uid.Uid;

/** The queries about role bindings. */
@Dependent
public class RoleBindingRepository {
  private final EntityManager entityManager;

  @Inject
  public RoleBindingRepository(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /**
   * Stores a new role binding.
   *
   * @param uid its uid, under the group at which it grants
   */
  public void insert(Uid uid, Uid identity, Uid role, Instant now) {
    entityManager.persist(new RoleBindingEntity(uid, identity, role, now));
    entityManager.flush();
  }

  /** Deletes every role binding at a group. */
  public void deleteAt(Uid group) {
    entityManager
        .createQuery("delete from RoleBindingEntity b where b.parentUid = :group")
        .setParameter("group", group.value())
        .executeUpdate();
  }

  /** Deletes every role binding of an identity, in whatever organization. */
  public void deleteOf(Uid identity) {
    entityManager
        .createQuery("delete from RoleBindingEntity b where b.identityUid = :identity")
        .setParameter("identity", identity.value())
        .executeUpdate();
  }
}
