package local.platform.db;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.metamodel.ManagedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.stream.Stream;

/**
 * Empties a cache of Hibernate that is needed only while the entities are read. It is a {@link
 * ClassValue} of the annotation types of Jakarta Persistence, which belong to the server, so it
 * would keep the classes of each deployment for as long as the server lives.
 */
final class AnnotationTypeCache {
  private static final String OWNER = "org.hibernate.boot.model.internal.BinderHelper";
  private static final String CACHE = "annotationMetaCacheForRepeatableDialectOverride";

  private AnnotationTypeCache() {}

  /**
   * Forgets the types of all annotations of the entities.
   *
   * @throws IllegalStateException if this version of Hibernate has no such cache
   */
  static void clear(EntityManagerFactory entities) {
    ClassValue<?> cache = cache();
    for (ManagedType<?> entity : entities.getMetamodel().getManagedTypes()) {
      for (Class<?> type = entity.getJavaType(); type != null; type = type.getSuperclass()) {
        Stream.of(
                Stream.of(type),
                Stream.of(type.getDeclaredFields()),
                Stream.of(type.getDeclaredMethods()))
            .<AnnotatedElement>flatMap(elements -> elements)
            .flatMap(element -> Stream.of(element.getAnnotations()))
            .map(Annotation::annotationType)
            .forEach(cache::remove);
      }
    }
  }

  private static ClassValue<?> cache() {
    try {
      Field field = Class.forName(OWNER).getDeclaredField(CACHE);
      field.setAccessible(true);
      return (ClassValue<?>) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this version of Hibernate has no " + OWNER + "." + CACHE + ": see ADR 54", e);
    }
  }
}
