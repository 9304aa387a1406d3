package local.platform.foundation.resource;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.Collection;
import java.util.Map;

/**
 * The repository of the rows of one kind. Only {@link Write} inserts and deletes them.
 *
 * @param <E> entity of the kind
 */
public abstract class EntityRepository<E extends StoredEntity> {
  private final EntityManager entityManager;
  private final Class<E> entity;
  private final String kind;

  /**
   * Creates the repository of a kind.
   *
   * @param kind what errors call the kind, such as {@code Group}
   */
  protected EntityRepository(EntityManager entityManager, Class<E> entity, String kind) {
    this.entityManager = entityManager;
    this.entity = entity;
    this.kind = kind;
  }

  /** Returns the entity manager, for queries that only one kind needs. */
  protected final EntityManager entityManager() {
    return entityManager;
  }

  /** Returns what errors call the kind. */
  protected final String kindName() {
    return kind;
  }

  /** Returns the JPA entity. */
  public final Class<E> entity() {
    return entity;
  }

  /** Returns the name of the JPA entity. */
  public final String entityName() {
    return entityManager.getMetamodel().entity(entity).getName();
  }

  void insert(E row) {
    entityManager.persist(row);
    entityManager.flush();
  }

  final void delete(E row) {
    entityManager.remove(row);
    entityManager.flush();
  }

  final void insertPart(Object part) {
    entityManager.persist(part);
  }

  final void deletePart(Object part) {
    entityManager.remove(part);
  }

  /** Deletes the parts of some rows, in one statement. */
  final void deleteParts(String partEntity, String attribute, Collection<?> rows) {
    deletePartsWhere(partEntity, "p." + attribute + " in (:rows)", Map.of("rows", rows));
  }

  /** Deletes the parts that fulfil a condition, in one statement. */
  final void deletePartsWhere(String partEntity, String condition, Map<String, ?> parameters) {
    Query delete = entityManager.createQuery("delete from " + partEntity + " p where " + condition);
    parameters.forEach(delete::setParameter);
    delete.executeUpdate();
  }

  /** Writes pending changes to the database, after which the rows have their new versions. */
  final void flush() {
    entityManager.flush();
  }
}
