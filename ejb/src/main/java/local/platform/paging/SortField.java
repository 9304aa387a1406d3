package local.platform.paging;

import java.util.List;

/**
 * A column by which a list can be ordered, or whose values tell its rows apart. None of its values
 * is absent.
 *
 * @param attribute the attribute of the entity
 * @param type what its values are
 * @param spellings how clients may write it in {@code order_by}; the best one first
 */
public record SortField(String attribute, ColumnType type, List<String> spellings) {
  public static final SortField UID = of("uid", ColumnType.TEXT, "uid");
  public static final SortField NAME = of("name", ColumnType.TEXT, "name");
  public static final SortField CREATE_TIME =
      of("createTime", ColumnType.TIME, "create_time", "createTime", "created_at", "createdAt");
  public static final SortField UPDATE_TIME =
      of("updateTime", ColumnType.TIME, "update_time", "updateTime", "updated_at", "updatedAt");

  /** The columns that most resources have. */
  public static final List<SortField> COMMON = List.of(UID, NAME, CREATE_TIME, UPDATE_TIME);

  public SortField {
    spellings = List.copyOf(spellings);
  }

  /** Returns the column of an attribute. */
  public static SortField of(String attribute, ColumnType type, String... spellings) {
    return new SortField(attribute, type, List.of(spellings));
  }

  /** Returns how the field is best written in {@code order_by}. */
  String spelling() {
    return spellings.get(0);
  }
}
