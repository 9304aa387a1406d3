package local.platform.foundation.resource;

/**
 * Rows of one kind that lie directly in groups. If they can lie in others than organizations, their
 * table has a foreign key to the group, which prevents its deletion.
 */
public interface GroupRows {

  /**
   * Returns a query in JPQL for the rows in the group {@code :group}, which can stand after {@code
   * exists}.
   */
  String inGroup();
}
