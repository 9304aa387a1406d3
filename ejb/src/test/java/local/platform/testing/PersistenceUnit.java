package local.platform.testing;

import java.util.List;
import local.platform.db.ArchiveFiles;
import local.platform.db.EntityClasses;
import local.platform.iam.group.GroupEntity;

/** Tells which entities the persistence unit of the product has. */
final class PersistenceUnit {
  private PersistenceUnit() {}

  /** Returns the classes that are entities, as the product finds them. */
  static List<Class<?>> entities() {
    return EntityClasses.among(
            ArchiveFiles.below(
                GroupEntity.class.getProtectionDomain().getCodeSource().getLocation()))
        .stream()
        .<Class<?>>map(PersistenceUnit::classOf)
        .toList();
  }

  private static Class<?> classOf(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("an entity cannot be loaded", e);
    }
  }
}
