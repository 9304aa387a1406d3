package local.platform.paging;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.error.FieldViolations;

/**
 * The order of a list: one field, up or down; among equals the key decides, in the same direction.
 *
 * @param field the field
 * @param descending whether it goes down
 */
public record SortOrder(SortField field, boolean descending) {
  /**
   * Reads {@code order_by}: a field and, after blanks, optionally {@code asc} or {@code desc}.
   *
   * @param text what the client sent, empty for the default
   * @param allowed the fields by which the list can be ordered
   * @param byDefault the order when the client sent nothing
   * @return empty if the text is wrong, which is then noted
   */
  static Optional<SortOrder> parse(
      String text, List<SortField> allowed, SortOrder byDefault, FieldViolations violations) {
    String stripped = text.strip();
    if (stripped.isEmpty()) {
      return Optional.of(byDefault);
    }
    String[] words = stripped.split("\\s+", -1);
    Optional<SortField> field = field(words[0], allowed);
    String direction = words.length > 1 ? words[1].toLowerCase(Locale.ROOT) : "asc";
    if (field.isEmpty() || words.length > 2 || !Set.of("asc", "desc").contains(direction)) {
      violations.add(
          "order_by",
          "order_by must be one of "
              + allowed.stream().map(SortField::spelling).collect(Collectors.joining(", "))
              + ", optionally followed by asc or desc");
      return Optional.empty();
    }
    return Optional.of(new SortOrder(field.get(), direction.equals("desc")));
  }

  private static Optional<SortField> field(String spelling, List<SortField> allowed) {
    return allowed.stream().filter(field -> field.spellings().contains(spelling)).findFirst();
  }

  /** The order in Java. Sorted texts are ASCII, for which Java and both databases agree. */
  @SuppressWarnings("unchecked") // the values of one field are of one type, and so are keys
  Comparator<Key> comparator() {
    Comparator<Key> ascending =
        Comparator.<Key, Comparable<Object>>comparing(key -> (Comparable<Object>) key.value())
            .thenComparing(key -> (Comparable<Object>) key.key());
    return descending ? ascending.reversed() : ascending;
  }

  /** A text that is the same for equal orders and for no others. */
  String canonicalText() {
    return field.attribute() + (descending ? " desc" : " asc");
  }
}
