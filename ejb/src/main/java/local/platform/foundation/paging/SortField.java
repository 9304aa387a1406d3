package local.platform.foundation.paging;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column by which a list can be ordered, or which is its key.
 *
 * @param attribute the attribute of the entity
 * @param type the type of its values
 * @param spellings the accepted spellings in {@code order_by}, the preferred one first
 * @param nullable whether rows may have no value; these come last in both directions. Never true
 *     for a key
 */
public record SortField(
    String attribute, ColumnType type, List<String> spellings, boolean nullable) {
  private static final String ABSENT = "-";
  private static final String PRESENT = "+";

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

  /** Returns the column of an attribute that is never null. */
  public static SortField of(String attribute, ColumnType type, String... spellings) {
    return new SortField(attribute, type, List.of(spellings), false);
  }

  /** Returns the column of an attribute that may be null. */
  public static SortField ofNullable(String attribute, ColumnType type, String... spellings) {
    return new SortField(attribute, type, List.of(spellings), true);
  }

  /** Returns the preferred spelling in {@code order_by}. */
  String spelling() {
    return spellings.get(0);
  }

  /** Returns a value as text, for a page token. */
  String write(@Nullable Object value) {
    if (!nullable) {
      return type.write(value);
    }
    return value == null ? ABSENT : PRESENT + type.write(value);
  }

  /** Parses what {@link #write} returned. */
  @Nullable Object read(String text) {
    if (!nullable) {
      return type.read(text);
    }
    return text.equals(ABSENT) ? null : type.read(text.substring(PRESENT.length()));
  }
}
