package local.platform.foundation.paging;

import jakarta.persistence.EntityManager;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.foundation.resource.ResourceEntity;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.Type;

/**
 * Makes entities of the attributes that a statement has selected. They are not managed, which saves
 * a large part of the time that Hibernate needs for a row: it neither looks for each of them in the
 * persistence context nor keeps what it has read. All attributes of their kind must be columns.
 * Those that only conditions of statements need are not set: the root and the parent of a resource,
 * which its uid tells.
 */
final class EntityRows {
  private static final Set<String> OF_THE_UID = Set.of(ScopeCondition.ROOT, ScopeCondition.PARENT);

  private final SessionImplementor session;
  private final EntityPersister persister;
  private final String[] names;

  /** The indexes of the names that are selected. */
  private final int[] selected;

  /**
   * Prepares rows of one kind.
   *
   * @param entity name of the JPA entity
   * @throws IllegalArgumentException if an attribute is not a column
   */
  EntityRows(EntityManager entityManager, String entity) {
    this.session = entityManager.unwrap(SessionImplementor.class);
    Class<?> type =
        session.getFactory().getJpaMetamodel().resolveHqlEntityReference(entity).getJavaType();
    this.persister = session.getFactory().getMappingMetamodel().getEntityDescriptor(type);
    if (Arrays.stream(persister.getPropertyTypes()).anyMatch(Type::isAssociationType)) {
      throw new IllegalArgumentException(entity + " has more than columns");
    }
    this.names = persister.getPropertyNames();
    Set<String> left = ResourceEntity.class.isAssignableFrom(type) ? OF_THE_UID : Set.of();
    this.selected =
        IntStream.range(0, names.length).filter(i -> !left.contains(names[i])).toArray();
  }

  /** Returns the attributes that must be selected, in this order. */
  List<String> attributes() {
    return Stream.concat(
            Stream.of(persister.getIdentifierPropertyName()),
            Arrays.stream(selected).mapToObj(i -> names[i]))
        .toList();
  }

  /** Returns the entity with these attributes. */
  Object entity(Object[] row) {
    Object[] values = new Object[names.length];
    for (int i = 0; i < selected.length; i++) {
      values[selected[i]] = row[i + 1];
    }
    Object entity = persister.instantiate(row[0], session);
    persister.setValues(entity, values);
    return entity;
  }
}
