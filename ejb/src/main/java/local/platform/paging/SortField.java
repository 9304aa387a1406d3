package local.platform.paging;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A field by which lists can be ordered. */
public enum SortField {
  UID("uid", String.class, "uid"),
  NAME("name", String.class, "name"),
  CREATE_TIME("createTime", Instant.class, "create_time", "createTime", "created_at", "createdAt"),
  UPDATE_TIME("updateTime", Instant.class, "update_time", "updateTime", "updated_at", "updatedAt");

  private static final Map<String, SortField> BY_SPELLING =
      Arrays.stream(values())
          .flatMap(field -> field.spellings.stream().map(spelling -> Map.entry(spelling, field)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String attribute;
  private final Class<? extends Comparable<?>> type;
  private final List<String> spellings;

  SortField(String attribute, Class<? extends Comparable<?>> type, String... spellings) {
    this.attribute = attribute;
    this.type = type;
    this.spellings = List.of(spellings);
  }

  /** The field of one of its spellings; empty if there is none. */
  static Optional<SortField> ofSpelling(String spelling) {
    return Optional.ofNullable(BY_SPELLING.get(spelling));
  }

  /** How the field is best written in {@code order_by}. */
  String spelling() {
    return spellings.get(0);
  }

  /** The attribute of the entities. */
  String attribute() {
    return attribute;
  }

  /** A value of the field as text, for a page token. */
  String write(Object value) {
    return value instanceof Instant instant
        ? String.valueOf(instant.toEpochMilli())
        : value.toString();
  }

  /** The value that {@link #write} wrote. */
  Object read(String text) {
    if (type == Instant.class) {
      return Instant.ofEpochMilli(Long.parseLong(text));
    }
    return text;
  }
}
