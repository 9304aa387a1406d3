package local.platform.foundation.paging;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;

/**
 * The order of a list: by one field, ascending or descending, then by the key in the same
 * direction. Rows without a value of the field come last.
 *
 * @param field the field
 * @param descending whether the order is descending
 */
public record SortOrder(SortField field, boolean descending) {
  /**
   * Parses {@code order_by}: a field and optionally, after blanks, {@code asc} or {@code desc}.
   *
   * @param text what the client sent, empty for the default
   * @param allowed the fields by which the list can be ordered
   * @param byDefault the order if the client sent nothing
   * @return empty if the text is invalid, which is then added as a violation
   */
  static Optional<SortOrder> parse(
      String text, List<SortField> allowed, SortOrder byDefault, FieldViolations violations) {
    String stripped = text.strip();
    if (stripped.isEmpty()) {
      return Optional.of(byDefault);
    }
    String[] words = stripped.split("\\s+", 3); // two words, and whatever follows
    Optional<SortField> field = field(words[0], allowed);
    String direction = words.length > 1 ? words[1].toLowerCase(Locale.ROOT) : "asc";
    if (field.isEmpty() || words.length > 2 || !Set.of("asc", "desc").contains(direction)) {
      violations.add(
          "orderBy",
          "orderBy must be one of "
              + allowed.stream().map(SortField::spelling).collect(Collectors.joining(", "))
              + ", optionally followed by asc or desc");
      return Optional.empty();
    }
    return Optional.of(new SortOrder(field.get(), direction.equals("desc")));
  }

  private static Optional<SortField> field(String spelling, List<SortField> allowed) {
    return allowed.stream().filter(field -> field.spellings().contains(spelling)).findFirst();
  }

  /**
   * Returns the order as a comparator. Sorted texts are ASCII, which Java and both databases order
   * alike.
   */
  @SuppressWarnings("unchecked") // the values of one field are of one type, and so are keys
  Comparator<Position> comparator() {
    Comparator<Comparable<Object>> direction =
        descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
    return Comparator.<Position, Comparable<Object>>comparing(
            position -> (Comparable<Object>) position.value(), Comparator.nullsLast(direction))
        .thenComparing(position -> (Comparable<Object>) position.key(), direction);
  }

  /** Returns a text that is equal for equal orders and only for those. */
  String canonicalText() {
    return field.attribute() + (descending ? " desc" : " asc");
  }
}
