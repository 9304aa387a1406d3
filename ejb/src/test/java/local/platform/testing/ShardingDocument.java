package local.platform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code docs/sharding.md} says: which columns of each table tell the organization of a row
 * and which refer to other organizations, and which statements name none or several.
 *
 * @param located the columns that tell the organization of a row, by table
 * @param elsewhere the columns that refer to other organizations, by table
 * @param listed the statements, as {@link #entry} writes them
 */
record ShardingDocument(
    Map<String, Set<String>> located, Map<String, Set<String>> elsewhere, Set<String> listed) {
  private static final Pattern TABLE =
      Pattern.compile("(?m)^\\| `(\\w+)` \\|([^|\n]*)\\|([^|\n]*)\\|");

  private static final Pattern CODE = Pattern.compile("`(\\w+)`");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```text\n(.*?)^```$");
  private static final Pattern ENTRY = Pattern.compile("(?m)^(none|elsewhere|several) +(\\S.*)$");

  /** Reads the document. */
  static ShardingDocument of(String text) {
    Map<String, Set<String>> located = new HashMap<>();
    Map<String, Set<String>> elsewhere = new HashMap<>();
    Matcher tables = TABLE.matcher(text);
    while (tables.find()) {
      located.put(tables.group(1), columns(tables.group(2)));
      elsewhere.put(tables.group(1), columns(tables.group(3)));
    }
    Set<String> listed = new HashSet<>();
    BLOCK
        .matcher(text)
        .results()
        .flatMap(block -> ENTRY.matcher(block.group(1)).results())
        .map(entry -> entry.group(1) + " " + entry.group(2))
        .forEach(
            entry -> {
              if (!listed.add(entry)) {
                throw new IllegalStateException("docs/sharding.md lists this twice: " + entry);
              }
            });
    return new ShardingDocument(located, elsewhere, listed);
  }

  private static Set<String> columns(String cell) {
    Set<String> columns = new TreeSet<>();
    CODE.matcher(cell).results().map((MatchResult code) -> code.group(1)).forEach(columns::add);
    return columns;
  }

  /**
   * Returns how the document lists a statement.
   *
   * @param isList whether it is part of a list, which can have many conditions and orders
   */
  static String entry(StatementShards shards, StatementForm form, boolean isList) {
    String text = isList ? form.text().replaceFirst("( by .*)?$", " by ...") : form.text();
    return shards.name().toLowerCase(Locale.ROOT) + " " + text;
  }

  /** Tells how many organizations a statement names. */
  StatementShards shards(StatementForm form, Map<Integer, byte[]> bound) {
    Set<String> columns = new HashSet<>();
    form.tables().forEach(table -> columns.addAll(elsewhere.getOrDefault(table, Set.of())));
    return StatementShards.of(form, bound, columns);
  }

  /**
   * Returns the document of the sources beside these classes; empty where there are only the
   * classes, as in the benchmark, which is not to be slowed down.
   */
  static Optional<Path> path() {
    return root().map(root -> root.resolve("docs/sharding.md")).filter(Files::exists);
  }

  /** Returns where the sources of all modules are, unless these classes are in an archive. */
  static Optional<Path> root() {
    Path classes =
        Path.of(
            URI.create(
                ShardingDocument.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()));
    return Files.isDirectory(classes)
        ? Optional.of(classes.resolve("../../..").normalize())
        : Optional.empty();
  }

  /** Reads the document of the sources. */
  static ShardingDocument at(Path path) {
    try {
      return of(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
