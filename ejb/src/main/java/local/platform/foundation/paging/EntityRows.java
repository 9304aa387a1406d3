package local.platform.foundation.paging;

import jakarta.persistence.EntityManager;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.Type;

/**
 * Makes entities of the attributes that a statement has selected. They are not managed, which saves
 * a large part of the time that Hibernate needs for a row: it neither looks for each of them in the
 * persistence context nor keeps what it has read. All attributes of their kind must be columns.
 */
final class EntityRows {
  private final SessionImplementor session;
  private final EntityPersister persister;
  private final List<String> attributes;

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
    this.attributes =
        Stream.concat(
                Stream.of(persister.getIdentifierPropertyName()),
                Arrays.stream(persister.getPropertyNames()))
            .toList();
  }

  /** Returns the attributes that must be selected, in this order. */
  List<String> attributes() {
    return attributes;
  }

  /** Returns the entity with these attributes. */
  Object entity(Object[] values) {
    Object entity = persister.instantiate(values[0], session);
    persister.setValues(entity, Arrays.copyOfRange(values, 1, values.length));
    return entity;
  }
}
