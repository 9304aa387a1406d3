package local.platform.web.rest;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.Window;

/**
 * The query parameters for a part of a list that is written item by item: offset with limit, or
 * page with perPage, or in the other spelling per_page. Without them the answer is the whole list.
 */
final class WindowParameters {
  private static final int DEFAULT_PER_PAGE = 50;
  private static final int MAX_PER_PAGE = 1_000;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private WindowParameters() {}

  /** Parses the parameters, and adds violations. */
  static Window read(Map<String, List<String>> query, FieldViolations violations) {
    OptionalInt offset = number(query, "offset", "offset", 0, Integer.MAX_VALUE, violations);
    OptionalInt limit = number(query, "limit", "limit", 1, Integer.MAX_VALUE, violations);
    OptionalInt page = number(query, "page", "page", 1, Integer.MAX_VALUE, violations);
    OptionalInt perPage = number(query, "perPage", "per_page", 1, MAX_PER_PAGE, violations);
    boolean byOffset = offset.isPresent() || limit.isPresent();
    boolean byPage = page.isPresent() || perPage.isPresent();
    if (byOffset && byPage) {
      violations.add("page", "page and perPage cannot be combined with offset and limit");
    }
    if (!byPage) {
      return new Window(offset.orElse(0), limit.isPresent() ? limit.getAsInt() : Long.MAX_VALUE);
    }
    int size = perPage.orElse(DEFAULT_PER_PAGE);
    long skip = (page.orElse(1) - 1L) * size;
    if (skip > Integer.MAX_VALUE) {
      violations.add("page", "page is too high");
      return Window.ALL;
    }
    return new Window((int) skip, size);
  }

  private static OptionalInt number(
      Map<String, List<String>> query,
      String name,
      String otherSpelling,
      int least,
      int most,
      FieldViolations violations) {
    List<String> values = query.getOrDefault(name, List.of());
    if (values.isEmpty()) {
      values = query.getOrDefault(otherSpelling, List.of());
    }
    if (values.isEmpty()) {
      return OptionalInt.empty();
    }
    if (values.size() == 1 && NUMBER.matcher(values.get(0)).matches()) {
      long value = Long.parseLong(values.get(0));
      if (value >= least && value <= most) {
        return OptionalInt.of((int) value);
      }
    }
    violations.add(name, name + " must be one whole number from " + least + " to " + most);
    return OptionalInt.empty();
  }
}
