package local.platform.web.v1.paging;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import local.platform.error.FieldViolations;
import local.platform.paging.Window;
import local.platform.web.rest.RestCall;

/**
 * The query parameters by which version 1 asks for a part of a list: offset with limit, or page
 * with per_page; without them it is the whole.
 */
public final class WindowParameters {
  private static final int DEFAULT_PER_PAGE = 50;
  private static final int MAX_PER_PAGE = 1_000;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private WindowParameters() {}

  /** Reads the parameters, and notes what is wrong with them. */
  public static Window read(RestCall rest, FieldViolations violations) {
    OptionalInt offset = number(rest, "offset", "offset", 0, Integer.MAX_VALUE, violations);
    OptionalInt limit = number(rest, "limit", "limit", 1, Integer.MAX_VALUE, violations);
    OptionalInt page = number(rest, "page", "page", 1, Integer.MAX_VALUE, violations);
    OptionalInt perPage = number(rest, "per_page", "perPage", 1, MAX_PER_PAGE, violations);
    boolean byOffset = offset.isPresent() || limit.isPresent();
    boolean byPage = page.isPresent() || perPage.isPresent();
    if (byOffset && byPage) {
      violations.add("page", "page and per_page cannot be combined with offset and limit");
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
      RestCall rest,
      String name,
      String otherSpelling,
      int least,
      int most,
      FieldViolations violations) {
    List<String> values = rest.queryParameter(name);
    if (values.isEmpty()) {
      values = rest.queryParameter(otherSpelling);
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
