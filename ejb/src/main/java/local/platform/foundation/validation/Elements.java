package local.platform.foundation.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import local.platform.foundation.error.PlatformException;

/**
 * Counts the elements of the lists and maps in one part of a request, or in one document, while
 * they are read. An element may take two bytes to send and a hundred times as many in memory, so a
 * limit on the length of requests does not bound their memory.
 */
public final class Elements {
  /**
   * Most elements in all lists and maps together. Of what is of use, a filter of advisories with
   * the most values in each list has the most, about 3,000.
   */
  public static final int MAX = 10_000;

  /** The problem of a field whose element is one too many. */
  public static final String TOO_MANY =
      "has too many elements: at most " + MAX + " are allowed in all lists and maps together";

  private int count;

  /**
   * Counts an element of a field.
   *
   * @throws PlatformException INVALID_ARGUMENT on the field, if it is one too many
   */
  public void add(String field) {
    add(field, 1);
  }

  /**
   * Counts elements of a field.
   *
   * @throws PlatformException INVALID_ARGUMENT on the field, if they are too many
   */
  public void add(String field, int number) {
    if (!fits(number)) {
      throw PlatformException.invalidArgument(field, TOO_MANY);
    }
  }

  /** Counts an element, and returns whether it is not too many. */
  public boolean fits() {
    return fits(1);
  }

  /**
   * Returns the parts of a text that are not empty.
   *
   * @param field the field with the text
   * @param separator the character between them
   * @throws PlatformException INVALID_ARGUMENT on the field, if they are too many
   */
  public static List<String> split(String field, String text, String separator) {
    Elements elements = new Elements();
    List<String> parts = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text, separator);
    while (tokens.hasMoreTokens()) {
      elements.add(field);
      parts.add(tokens.nextToken());
    }
    return parts;
  }

  /**
   * Returns whether a JSON document has few enough elements and members to be parsed into objects.
   * Counts what can separate two of them, so it does not depend on what a parser takes for a text.
   */
  public static boolean areFew(String json) {
    return json.chars()
            .filter(c -> c == ',' || c == ';' || c == '{' || c == '[')
            .limit(MAX + 1L)
            .count()
        <= MAX;
  }

  private boolean fits(int number) {
    count = (int) Math.min((long) count + number, Integer.MAX_VALUE);
    return count <= MAX;
  }
}
