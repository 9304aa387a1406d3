package local.platform.contract.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A row of {@code docs/routes.md}, which a test of each web module compares with the declarations.
 *
 * @param method method of HTTP
 * @param template path with variables
 * @param operation the method of the protos that serves it, such as {@code
 *     platform.iam.v2.GroupsService/GetGroup}, or the class
 */
public record DocumentedRoute(String method, String template, String operation) {
  private static final Path PAGE =
      Path.of(System.getProperty("platform.sources"), "docs/routes.md");
  private static final String CELLS = "\\| ([A-Z]+) \\| `([^`]+)` \\| (?:class )?`([^`]+)`";
  private static final Pattern ROW = Pattern.compile(CELLS + ".*");
  private static final Pattern SERVED_ROW = Pattern.compile(CELLS + " \\|");
  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
  private static final String UID = "0123456789abcdef0123456789abcdef01234567";

  /** Returns all routes of both versions. */
  public static List<DocumentedRoute> all() {
    return rows(ROW);
  }

  /** Returns those that are served. What is not is only refused by its name. */
  public static List<DocumentedRoute> served() {
    return rows(SERVED_ROW);
  }

  private static List<DocumentedRoute> rows(Pattern pattern) {
    try (Stream<String> lines = Files.lines(PAGE)) {
      return lines
          .flatMap(line -> pattern.matcher(line).results())
          .map(row -> new DocumentedRoute(row.group(1), row.group(2), row.group(3)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a path of this route, with the uid of nothing for its variables. */
  public String path() {
    return VARIABLE.matcher(template).replaceAll(UID);
  }

  /** Returns the head of a request of this route, with these header lines. */
  public String head(String... lines) {
    return method
        + " "
        + path()
        + " HTTP/1.1\r\nHost: localhost\r\n"
        + Stream.of(lines).map(line -> line + "\r\n").reduce("", String::concat)
        + "\r\n";
  }

  @Override
  public String toString() {
    return method + " " + template;
  }
}
