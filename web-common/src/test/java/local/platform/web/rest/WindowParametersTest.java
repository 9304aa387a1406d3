package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Window;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowParametersTest {
  private static final long ALL = Long.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({
    "'', 0, " + ALL,
    "other=7, 0, " + ALL,
    "limit=10, 0, 10",
    "offset=5, 5, " + ALL,
    "offset=5&limit=10, 5, 10",
    "offset=0&limit=1, 0, 1",
    "offset=2147483647&limit=2147483647, 2147483647, 2147483647",
    "page=1, 0, 50",
    "page=3, 100, 50",
    "per_page=10, 0, 10",
    "perPage=10, 0, 10",
    "page=3&per_page=10, 20, 10",
    "page=1&per_page=1000, 0, 1000",
    "page=2147483647&per_page=1, 2147483646, 1"
  })
  void aPartIsAskedForByOffsetOrByPage(String query, int skip, long limit) {
    FieldViolations violations = new FieldViolations();

    Window window = WindowParameters.read(query(query), violations);

    assertThatCode(violations::throwIfAny).doesNotThrowAnyException();
    assertThat(window).isEqualTo(new Window(skip, limit));
  }

  @ParameterizedTest
  @CsvSource({
    "offset=-1, offset: offset must be one whole number from 0 to 2147483647",
    "offset=2147483648, offset: offset must be one whole number from 0 to 2147483647",
    "offset=x, offset: offset must be one whole number from 0 to 2147483647",
    "offset=, offset: offset must be one whole number from 0 to 2147483647",
    "offset=99999999999999999999, offset: offset must be one whole number from 0 to 2147483647",
    "offset=\u0663, offset: offset must be one whole number from 0 to 2147483647",
    "offset=1&offset=1, offset: offset must be one whole number from 0 to 2147483647",
    "limit=0, limit: limit must be one whole number from 1 to 2147483647",
    "limit=1.5, limit: limit must be one whole number from 1 to 2147483647",
    "page=0, page: page must be one whole number from 1 to 2147483647",
    "per_page=0, perPage: perPage must be one whole number from 1 to 1000",
    "per_page=1001, perPage: perPage must be one whole number from 1 to 1000",
    "perPage=1001, perPage: perPage must be one whole number from 1 to 1000",
    "page=2147483647&per_page=1000, page: page is too high",
    "page=1&limit=1, page: page and perPage cannot be combined with offset and limit",
    "per_page=1&offset=0, page: page and perPage cannot be combined with offset and limit"
  })
  void anythingElseIsNoted(String query, String text) {
    FieldViolations violations = new FieldViolations();

    WindowParameters.read(query(query), violations);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(violations::throwIfAny)
        .withMessage("Invalid argument: " + text);
  }

  /** Parses a query string that needs no decoding. */
  private static Map<String, List<String>> query(String query) {
    Map<String, List<String>> parameters = new HashMap<>();
    Arrays.stream(query.split("&", -1))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .forEach(
            pair -> parameters.computeIfAbsent(pair[0], name -> new ArrayList<>()).add(pair[1]));
    return parameters;
  }
}
