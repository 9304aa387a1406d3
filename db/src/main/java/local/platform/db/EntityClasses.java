package local.platform.db;

import java.util.List;

/**
 * Finds the entities of a persistence unit by their names, which end with {@code Entity}. Hibernate
 * would read every class of the archive to find them, at each start.
 */
public final class EntityClasses {
  private static final String SUFFIX = "Entity.class";

  private EntityClasses() {}

  /**
   * Returns the names of the classes that are called entities; Hibernate ignores those that are
   * none.
   *
   * @param files the names of all files of the archive in which the persistence unit lies
   */
  public static List<String> among(List<String> files) {
    return files.stream()
        .filter(name -> name.endsWith(SUFFIX))
        .map(name -> name.substring(0, name.lastIndexOf('.')).replace('/', '.'))
        .sorted()
        .toList();
  }
}
