package local.platform.operator;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;

/** The queries about operators. */
@Dependent
public class OperatorRepository {
  private final EntityManager entityManager;

  @Inject
  public OperatorRepository(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /** Whether the identity is an operator. */
  public boolean contains(Uid identity) {
    return entityManager.find(OperatorEntity.class, identity.value()) != null;
  }

  /** Whether there is any operator. */
  public boolean isAny() {
    return !entityManager
        .createQuery("select o.identityUid from OperatorEntity o", String.class)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /** Makes an identity an operator. */
  public void insert(Uid identity, Instant now) {
    entityManager.persist(new OperatorEntity(identity, now));
    entityManager.flush();
  }

  /**
   * Makes sure that an identity is no operator. All operators are locked, so that two that remove
   * each other do not both succeed.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR if it is the only one
   */
  public void remove(Uid identity) {
    if (!contains(identity)) {
      return;
    }
    List<OperatorEntity> operators =
        entityManager
            .createQuery(
                "select o from OperatorEntity o order by o.identityUid", OperatorEntity.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .getResultList();
    for (OperatorEntity operator : operators) {
      if (operator.identity().equals(identity)) {
        if (operators.size() == 1) {
          throw PlatformException.failedPrecondition(
              "LAST_OPERATOR",
              identity,
              "the last operator cannot be removed: make another identity an operator first");
        }
        entityManager.remove(operator);
      }
    }
    entityManager.flush();
  }
}
