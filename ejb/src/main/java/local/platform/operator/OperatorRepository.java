package local.platform.operator;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;

/** The queries about operators. */
@Dependent
public class OperatorRepository {
  /** The kind of resource in errors. */
  public static final String KIND = "Operator";

  private final EntityManager entityManager;

  @Inject
  public OperatorRepository(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /** Whether the identity is an operator. */
  public boolean contains(Uid identity) {
    return entityManager.find(OperatorEntity.class, identity.value()) != null;
  }

  /** The operator with this identity; empty if it is none. */
  public Optional<Operator> find(Uid identity) {
    return Optional.ofNullable(entityManager.find(OperatorEntity.class, identity.value()))
        .map(OperatorEntity::toRecord);
  }

  /** All operators, in the order of uids. There are few. */
  public List<Operator> findAll() {
    return entityManager
        .createQuery("select o from OperatorEntity o order by o.identityUid", OperatorEntity.class)
        .getResultStream()
        .map(OperatorEntity::toRecord)
        .toList();
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
  public Operator insert(Uid identity, Instant now) {
    OperatorEntity operator = new OperatorEntity(identity, now);
    entityManager.persist(operator);
    entityManager.flush();
    return operator.toRecord();
  }

  /**
   * Makes sure that an identity is no operator. All operators are locked, so that two that remove
   * each other do not both succeed.
   *
   * @return what it was; empty if it was none
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR if it is the only one
   */
  public Optional<Operator> remove(Uid identity) {
    if (!contains(identity)) {
      return Optional.empty();
    }
    Optional<Operator> removed = Optional.empty();
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
        removed = Optional.of(operator.toRecord());
      }
    }
    entityManager.flush();
    return removed;
  }
}
