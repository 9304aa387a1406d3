package local.platform.web.rest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path with variables, in the syntax of {@code google.api.http}: <code>{uid=**}</code> matches
 * any number of segments, including none, and <code>{id=*}</code> matches one.
 */
public final class PathTemplate implements Comparable<PathTemplate> {
  private static final Comparator<PathTemplate> MOST_LITERAL_FIRST =
      Comparator.<PathTemplate>comparingInt(template -> -template.literals)
          .thenComparing(template -> template.text.contains("=**"));

  private static final Pattern VARIABLE = Pattern.compile("\\{([a-z_.]+)(?:=(\\*\\*?))?}");

  private final String text;
  private final String prefix;
  private final String suffix;
  private final List<String> variables = new ArrayList<>();
  private final Pattern pattern;
  private final int literals;

  /**
   * Parses a template.
   *
   * @throws IllegalArgumentException if its variables are invalid
   */
  PathTemplate(String text) {
    this.text = text;
    StringBuilder regex = new StringBuilder();
    Matcher variable = VARIABLE.matcher(text);
    int end = 0;
    int literalLength = 0;
    while (variable.find()) {
      literalLength += variable.start() - end;
      regex.append(Pattern.quote(text.substring(end, variable.start())));
      regex.append("**".equals(variable.group(2)) ? "(.*)" : "([^/]+)");
      variables.add(variable.group(1));
      end = variable.end();
    }
    this.suffix = text.substring(end);
    if (VARIABLE.matcher(text).replaceAll("").contains("{")) {
      throw new IllegalArgumentException("no template of a path: " + text);
    }
    this.pattern = Pattern.compile(regex.append(Pattern.quote(suffix)).toString());
    this.literals = literalLength + suffix.length();
    int first = text.indexOf('{');
    this.prefix = first < 0 ? text : text.substring(0, text.lastIndexOf('/', first) + 1);
  }

  /** Returns the original text of the template. */
  public String text() {
    return text;
  }

  /**
   * Returns the text with which every matching path begins; the whole template if there are no
   * variables.
   */
  String prefix() {
    return prefix;
  }

  /** Returns a text that is equal for templates that match the same paths. */
  public String shape() {
    return VARIABLE
        .matcher(text)
        .replaceAll(variable -> "**".equals(variable.group(2)) ? "{**}" : "{*}");
  }

  /**
   * Compares by precedence: templates with more literal characters come first, and then those whose
   * variable matches one segment.
   */
  @Override
  public int compareTo(PathTemplate other) {
    return MOST_LITERAL_FIRST.compare(this, other);
  }

  /** Returns the number of literal characters. */
  int literals() {
    return literals;
  }

  /** Returns the fields that the variables fill. */
  public List<String> variables() {
    return variables;
  }

  /**
   * Matches a path.
   *
   * @param path the undecoded path
   * @return the values of the variables, in their order; empty if the path does not match
   */
  Optional<List<String>> match(String path) {
    if (!path.endsWith(suffix)) {
      return Optional.empty(); // most templates that do not match, without the pattern
    }
    Matcher matcher = pattern.matcher(path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      values.add(matcher.group(i));
    }
    return Optional.of(values);
  }
}
