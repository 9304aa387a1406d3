package local.platform.web.rest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.error.FieldViolations;
import org.jspecify.annotations.Nullable;

/**
 * The parameters in the query of a URL. Percent-encoding that is none, and bytes that are no UTF-8,
 * are noted and not guessed at.
 */
final class QueryString {
  private QueryString() {}

  /** Reads the parameters; a name may have several values. */
  static Map<String, List<String>> parse(@Nullable String query, FieldViolations violations) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (query == null) {
      return parameters;
    }
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      Optional<String> name = decode(equals < 0 ? pair : pair.substring(0, equals));
      Optional<String> value = decode(equals < 0 ? "" : pair.substring(equals + 1));
      if (name.isEmpty() || value.isEmpty()) {
        violations.add(name.orElse("query"), "the query is not percent-encoded UTF-8");
      } else {
        parameters.computeIfAbsent(name.get(), key -> new ArrayList<>()).add(value.get());
      }
    }
    return parameters;
  }

  private static Optional<String> decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (i + 2 >= text.length()) {
          return Optional.empty();
        }
        int high = Character.digit(text.charAt(i + 1), 16);
        int low = Character.digit(text.charAt(i + 2), 16);
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        bytes.write(high << 4 | low);
        i += 2;
      } else if (c > 0x7e || c < 0x20) {
        return Optional.empty();
      } else {
        bytes.write(c == '+' ? ' ' : c);
      }
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
