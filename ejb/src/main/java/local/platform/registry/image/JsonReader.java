package local.platform.registry.image;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import local.platform.foundation.encoding.StrictJson;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON object from an untrusted source, value by value: of members that nobody asks for
 * only the names are kept, while their object is being read, the elements of lists and maps are
 * limited, and problems are reported. Other readers may understand some documents differently, such
 * as those with a name that is given twice or differs only in its case: these are refused.
 */
final class JsonReader {
  private static final String INVALID = "must be one valid JSON object and nothing more";
  private static final String TOO_DEEP =
      "must not have more than " + StrictJson.MAX_DEPTH + " objects and lists inside of each other";

  private final JsonParser parser;
  private final String field;
  private final FieldViolations violations;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final Deque<String> path = new ArrayDeque<>();
  private final Elements elements = new Elements();
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
   * @return what that returns; empty if the document is not valid, and then there are violations
   */
  static <T> Optional<T> read(
      String text, String field, FieldViolations violations, Function<JsonReader, T> root) {
    try (JsonParser parser = StrictJson.parser(text)) {
      JsonReader reader = new JsonReader(parser, field, violations);
      if (reader.next() == null) {
        throw new MalformedException(INVALID);
      }
      T read = root.apply(reader);
      if (reader.next() != null) {
        reader.report(INVALID);
      }
      return reader.valid ? Optional.of(read) : Optional.empty();
    } catch (MalformedException e) {
      violations.add(field, e.getMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  /** A step of a parser. */
  @FunctionalInterface
  private interface Step<T> {
    T take() throws IOException;
  }

  private <T> T take(Step<T> step) {
    return take(step, Set.of());
  }

  /**
   * Has the parser do something.
   *
   * @param known names that are mentioned if they are given twice; others could be anything
   */
  private <T> T take(Step<T> step, Set<String> known) {
    try {
      return step.take();
    } catch (StreamConstraintsException e) {
      throw new MalformedException(TOO_DEEP);
    } catch (IOException e) {
      // The parser has no other exception for a name that is given twice.
      throw new MalformedException(
          e.getMessage().startsWith("Duplicate ") ? twice(known) : INVALID);
    }
  }

  private String twice(Set<String> known) {
    String name = parser.getParsingContext().getCurrentName();
    if (!known.contains(name)) {
      return where("must not have a name twice");
    }
    enter(name);
    return where("must not be given twice");
  }

  private @Nullable JsonToken next() {
    return take(parser::nextToken);
  }

  /**
   * Reads an object. Members that are not asked for are skipped, and null is like an absent member.
   * Those whose names equal one that is asked for but for the case are refused.
   *
   * @param required the names of the members that must be there
   * @param members what reads the members, by their names
   */
  void object(Collection<String> required, Map<String, Runnable> members) {
    if (!parser.hasToken(JsonToken.START_OBJECT)) {
      refuse("must be an object");
      return;
    }
    Set<String> missing = new LinkedHashSet<>(required);
    while (take(parser::nextToken, members.keySet()) == JsonToken.FIELD_NAME) {
      String name = take(parser::currentName);
      Optional<Runnable> member = Optional.ofNullable(members.get(name));
      next();
      if (member.isEmpty()) {
        skipUnknown(name, members.keySet());
      } else if (!parser.hasToken(JsonToken.VALUE_NULL)) {
        missing.remove(name);
        enter(name);
        member.get().run();
        path.removeLast();
      }
    }
    missing.forEach(name -> report(name, "is required"));
  }

  /** Does the same as {@link #object}, but skips what is no object. */
  void objectOrOther(Map<String, Runnable> members) {
    if (parser.hasToken(JsonToken.START_OBJECT)) {
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
                parser.hasToken(JsonToken.VALUE_NULL)
                    ? ""
                    : text("must have texts as values").orElse("")));
    return texts;
  }

  private void entries(Consumer<String> value) {
    if (!parser.hasToken(JsonToken.START_OBJECT)) {
      refuse("must be an object");
      return;
    }
    while (next() == JsonToken.FIELD_NAME) {
      count();
      String name = take(parser::currentName);
      next();
      if (encoder.canEncode(name)) {
        value.accept(name);
      } else {
        refuse("must have names of valid Unicode");
      }
    }
  }

  /** Reads a list, whose elements are read one after the other. */
  void list(Runnable element) {
    if (!parser.hasToken(JsonToken.START_ARRAY)) {
      refuse("must be a list");
      return;
    }
    for (int i = 0; next() != JsonToken.END_ARRAY; i++) {
      count();
      path.addLast("[" + i + "]");
      element.run();
      path.removeLast();
    }
  }

  /** Does the same as {@link #list}, but skips what is no list. */
  void listOrOther(Runnable element) {
    if (parser.hasToken(JsonToken.START_ARRAY)) {
      list(element);
    } else {
      skip();
    }
  }

  /** Counts an element of the list or map at which the path ends. */
  private void count() {
    if (!elements.fits()) {
      throw new MalformedException(where(Elements.TOO_MANY));
    }
  }

  /** Reads a text; empty if it is none. */
  Optional<String> text() {
    return text("must be a text");
  }

  private Optional<String> text(String expected) {
    if (!parser.hasToken(JsonToken.VALUE_STRING)) {
      refuse(expected);
      return Optional.empty();
    }
    String text = take(parser::getText);
    if (!encoder.canEncode(text)) {
      refuse("must be valid Unicode");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  /**
   * Reads a number of bytes; empty if it is none. It has neither a sign nor a fraction or exponent,
   * which some readers accept and others do not.
   */
  OptionalLong size() {
    if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)
        && take(parser::getNumberType) != NumberType.BIG_INTEGER
        && !take(() -> parser.getText().startsWith("-"))) {
      return OptionalLong.of(take(parser::getLongValue));
    }
    refuse("must be a whole number from 0 to " + Long.MAX_VALUE);
    return OptionalLong.empty();
  }

  /** Skips the value. */
  void skip() {
    take(parser::skipChildren);
  }

  /** Reports the value, and skips it. */
  void refuse(String description) {
    report(description);
    skip();
  }

  /** Reports the value that was read last. */
  void report(String description) {
    valid = false;
    violations.add(field, where(description));
  }

  /** Reports a member of the object that is being read, or was read last. */
  void report(String name, String description) {
    enter(name);
    report(description);
    path.removeLast();
  }

  private void enter(String name) {
    path.addLast(path.isEmpty() ? name : "." + name);
  }

  private String where(String description) {
    return path.isEmpty() ? description : String.join("", path) + " " + description;
  }
}
