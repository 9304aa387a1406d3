package local.platform.foundation.paging;

import java.util.List;

/**
 * A column by which a list can be ordered, or which is its key. It is never null.
 *
 * @param attribute the attribute of the entity
 * @param type the type of its values
 * @param spellings the accepted spellings in {@code order_by}, the preferred one first
 */
public record SortField(String attribute, ColumnType type, List<String> spellings) {
  public static final SortField UID = of("uid", ColumnType.UID, "uid");
  public static final SortField NAME = of("name", ColumnType.TEXT, "name");
  public static final SortField CREATE_TIME =
      of("createTime", ColumnType.TIME, "create_time", "createTime", "created_at", "createdAt");
  public static final SortField UPDATE_TIME =
      of("updateTime", ColumnType.TIME, "update_time", "updateTime", "updated_at", "updatedAt");

  /** The columns that most kinds of resources have. */
  public static final List<SortField> COMMON = List.of(UID, NAME, CREATE_TIME, UPDATE_TIME);

  public SortField {
    spellings = List.copyOf(spellings);
  }

  /** Returns the column of an attribute. */
  public static SortField of(String attribute, ColumnType type, String... spellings) {
    return new SortField(attribute, type, List.of(spellings));
  }

  /** Returns the preferred spelling in {@code order_by}. */
  String spelling() {
    return spellings.get(0);
  }
}
