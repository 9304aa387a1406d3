package local.platform.access.operator;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.EntityRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/** The repository of operators. */
@Dependent
public class OperatorRepository extends EntityRepository<OperatorEntity> {
  /** The name of an operator in errors. */
  public static final String KIND = "Operator";

  @Inject
  public OperatorRepository(EntityManager entityManager) {
    super(entityManager, OperatorEntity.class, KIND);
  }

  /** Returns whether the identity is an operator. */
  public boolean contains(Uid identity) {
    return entityManager().find(OperatorEntity.class, identity) != null;
  }

  /** Returns the operator with this identity; empty if it is not one. */
  public Optional<Operator> find(Uid identity) {
    return Optional.ofNullable(entityManager().find(OperatorEntity.class, identity))
        .map(OperatorEntity::toRecord);
  }

  /** Returns all operators, in the order of uids. There are few. */
  public List<Operator> findAll() {
    return entityManager()
        .createQuery("select o from OperatorEntity o order by o.identityUid", OperatorEntity.class)
        .getResultStream()
        .map(OperatorEntity::toRecord)
        .toList();
  }

  /** Returns whether there is any operator. */
  public boolean isAny() {
    return !entityManager()
        .createQuery("select o.identityUid from OperatorEntity o", Uid.class)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /** Makes an identity an operator. */
  public Operator insert(Write write, Uid identity, Instant now) {
    return write.insert(this, new OperatorEntity(identity, now)).toRecord();
  }

  /**
   * Removes an operator, if the identity is one. All operators are locked, so that two that remove
   * each other do not both succeed.
   *
   * @return the removed operator; empty if the identity was not one
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR if it is the only one
   */
  public Optional<Operator> remove(Write write, Uid identity) {
    if (!contains(identity)) {
      return Optional.empty();
    }
    Optional<Operator> removed = Optional.empty();
    List<OperatorEntity> operators =
        entityManager()
            .createQuery(
                "select o from OperatorEntity o order by o.identityUid", OperatorEntity.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .getResultList();
    for (OperatorEntity operator : operators) {
      if (operator.uid().equals(identity)) {
        if (operators.size() == 1) {
          throw PlatformException.failedPrecondition(
              "LAST_OPERATOR",
              identity,
              "the last operator cannot be removed: make another identity an operator first");
        }
        write.delete(this, operator);
        removed = Optional.of(operator.toRecord());
      }
    }
    return removed;
  }
}
