package local.platform.registry.image;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;

/**
 * Reads a JSON object from an untrusted source, value by value: members that nobody asks for take
 * no memory, the elements of lists and maps are limited, and problems are reported. Other readers
 * may understand some documents differently, such as those with a name that is given twice or
 * differs only in its case: these are refused.
 */
final class JsonReader {
  /** Most objects and lists inside of each other. */
  static final int MAX_DEPTH = 64;

  private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());

  /** Digits without a sign, fraction or exponent, which some readers accept and others do not. */
  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,18}");

  private final JsonParser parser;
  private final String field;
  private final FieldViolations violations;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final Deque<String> path = new ArrayDeque<>();
  private final Elements elements = new Elements();
  private Event event = Event.VALUE_NULL;
  private int depth;
  private boolean valid = true;

  private JsonReader(JsonParser parser, String field, FieldViolations violations) {
    this.parser = parser;
    this.field = field;
    this.violations = violations;
  }

  /** Thrown if the rest of a document cannot be read. */
  private static final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /**
   * Reads a document.
   *
   * @param field the field of the request that contains it, for violations
   * @param root reads its object
   * @return whether it is valid; otherwise there are violations
   */
  static boolean read(
      String text, String field, FieldViolations violations, Consumer<JsonReader> root) {
    try (JsonParser parser = PARSERS.createParser(new StringReader(text))) {
      JsonReader reader = new JsonReader(parser, field, violations);
      reader.next();
      root.accept(reader);
      if (parser.hasNext()) {
        throw new MalformedException("must be one JSON object and nothing more");
      }
      return reader.valid;
    } catch (MalformedException e) {
      violations.add(field, e.getMessage());
    } catch (JsonException | NoSuchElementException e) {
      violations.add(field, "must be one valid JSON object and nothing more");
    }
    return false;
  }

  private Event next() {
    event = parser.next();
    if (event == Event.START_OBJECT || event == Event.START_ARRAY) {
      depth++;
      if (depth > MAX_DEPTH) {
        throw new MalformedException(
            "must not have more than " + MAX_DEPTH + " objects and lists inside of each other");
      }
    } else if (event == Event.END_OBJECT || event == Event.END_ARRAY) {
      depth--;
    }
    return event;
  }

  /**
   * Reads an object. Members that are not asked for are skipped, and null is like an absent member.
   * Those whose names equal one that is asked for but for the case are refused.
   *
   * @param required the names of the members that must be there
   * @param members what reads the members, by their names
   */
  void object(Collection<String> required, Map<String, Runnable> members) {
    if (event != Event.START_OBJECT) {
      refuse("must be an object");
      return;
    }
    Set<String> seen = new HashSet<>();
    Set<String> missing = new LinkedHashSet<>(required);
    while (next() == Event.KEY_NAME) {
      String name = parser.getString();
      Optional<Runnable> member = Optional.ofNullable(members.get(name));
      next();
      if (member.isEmpty()) {
        skipUnknown(name, members.keySet());
        continue;
      }
      path.addLast(path.isEmpty() ? name : "." + name);
      if (!seen.add(name)) {
        refuse("must not be given twice");
      } else if (event != Event.VALUE_NULL) {
        missing.remove(name);
        member.get().run();
      }
      path.removeLast();
    }
    missing.forEach(name -> report(name, "is required"));
  }

  /** Does the same as {@link #object}, but skips what is no object. */
  void objectOrOther(Map<String, Runnable> members) {
    if (event == Event.START_OBJECT) {
      object(Set.of(), members);
    } else {
      skip();
    }
  }

  /** Skips a member that is not asked for; reports it if other readers take it for one that is. */
  private void skipUnknown(String name, Set<String> known) {
    for (String each : known) {
      if (DocumentNames.areEqualWhenFolded(name, each)) {
        report(name, "must be written " + each + ", for which others take it");
      }
    }
    skip();
  }

  /** Reads an object whose names are not known, and returns these. The values are skipped. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    entries(
        name -> {
          names.add(name);
          skip();
        });
    return names;
  }

  /** Reads an object whose names are not known and whose values are texts; null is an empty one. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    entries(
        name ->
            texts.put(
                name,
                event == Event.VALUE_NULL ? "" : text("must have texts as values").orElse("")));
    return texts;
  }

  private void entries(Consumer<String> value) {
    if (event != Event.START_OBJECT) {
      refuse("must be an object");
      return;
    }
    Set<String> seen = new HashSet<>();
    while (next() == Event.KEY_NAME) {
      count();
      String name = parser.getString();
      next();
      if (!seen.add(name)) {
        refuse("must not have a name twice");
      } else if (!encoder.canEncode(name)) {
        refuse("must have names of valid Unicode");
      } else {
        value.accept(name);
      }
    }
  }

  /** Reads a list, whose elements are read one after the other. */
  void list(Runnable element) {
    if (event != Event.START_ARRAY) {
      refuse("must be a list");
      return;
    }
    for (int i = 0; next() != Event.END_ARRAY; i++) {
      count();
      path.addLast("[" + i + "]");
      element.run();
      path.removeLast();
    }
  }

  /** Does the same as {@link #list}, but skips what is no list. */
  void listOrOther(Runnable element) {
    if (event == Event.START_ARRAY) {
      list(element);
    } else {
      skip();
    }
  }

  /** Counts an element of the list or map at which the path ends. */
  private void count() {
    if (!elements.fits()) {
      throw new MalformedException(String.join("", path) + " " + Elements.TOO_MANY);
    }
  }

  /** Reads a text; empty if it is none. */
  Optional<String> text() {
    return text("must be a text");
  }

  private Optional<String> text(String expected) {
    if (event != Event.VALUE_STRING) {
      refuse(expected);
      return Optional.empty();
    }
    String text = parser.getString();
    if (!encoder.canEncode(text)) {
      refuse("must be valid Unicode");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  /** Reads a number of bytes; empty if it is none. */
  OptionalLong size() {
    if (event == Event.VALUE_NUMBER && WHOLE_NUMBER.matcher(parser.getString()).matches()) {
      try {
        return OptionalLong.of(Long.parseLong(parser.getString()));
      } catch (NumberFormatException e) {
        // It is out of range.
      }
    }
    refuse("must be a whole number from 0 to " + Long.MAX_VALUE);
    return OptionalLong.empty();
  }

  /** Skips the value. */
  void skip() {
    boolean isNested = event == Event.START_OBJECT || event == Event.START_ARRAY;
    int outside = isNested ? depth - 1 : depth;
    while (depth > outside) {
      next();
    }
  }

  /** Reports the value, and skips it. */
  void refuse(String description) {
    report(description);
    skip();
  }

  /** Reports the value that was read last. */
  void report(String description) {
    valid = false;
    String where = String.join("", path);
    violations.add(field, where.isEmpty() ? description : where + " " + description);
  }

  /** Reports a member of the object that is being read, or was read last. */
  void report(String name, String description) {
    path.addLast(path.isEmpty() ? name : "." + name);
    report(description);
    path.removeLast();
  }
}
