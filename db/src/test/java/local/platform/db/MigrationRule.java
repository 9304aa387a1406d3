package local.platform.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says what of a migration older versions of this server cannot go on with. It compares the schema
 * before and after, in the form of {@link SchemaDump}.
 */
final class MigrationRule {
  /** Its name, its type, and what follows after whether it can be null: a default, for example. */
  private static final Pattern COLUMN = Pattern.compile("(\\w+) (.+?) (not null|null)( .*)?");

  private static final Pattern VARYING =
      Pattern.compile("(varchar\\(|varbinary\\(|character varying |binary varying )(\\d+)(.*)");

  private static final Pattern LARGE = Pattern.compile("(tiny|medium|long|)(text|blob)(.*)");
  private static final List<String> LARGE_SIZES = List.of("tiny", "", "medium", "long");

  private final List<String> problems = new ArrayList<>();

  private MigrationRule() {}

  /**
   * Returns what is wrong with a migration; empty if the versions that may run on the schema can go
   * on.
   *
   * @param contract the version since which nothing uses what it removes, as its file says; empty
   *     if it says nothing
   * @param released the newest schema that is released
   */
  static List<String> problems(
      OptionalInt contract, int released, Map<String, String> before, Map<String, String> after) {
    if (contract.isEmpty()) {
      return problems(before, after);
    }
    return contract.getAsInt() <= released
        ? List.of()
        : List.of("the newest release, " + released + ", is older than " + contract.getAsInt());
  }

  private static List<String> problems(Map<String, String> before, Map<String, String> after) {
    MigrationRule rule = new MigrationRule();
    before.forEach((table, text) -> rule.compare(table, text, after.get(table)));
    return rule.problems;
  }

  private void compare(String table, String before, String after) {
    if (after == null) {
      problems.add(table + " is removed");
      return;
    }
    if (!section(before, "table").equals(section(after, "table"))) {
      problems.add(table + " is stored in another way");
    }
    compareColumns(table, columns(before), columns(after));
    List<String> keys = keys(before);
    keys(after).stream()
        .filter(key -> !keys.contains(key))
        .forEach(key -> problems.add(table + " has the new key (" + key + ")"));
    for (String kind : List.of("foreign keys", "checks")) {
      List<String> constraints = section(before, kind);
      section(after, kind).stream()
          .filter(constraint -> !constraints.contains(constraint))
          .forEach(constraint -> problems.add(table + " has the new constraint " + constraint));
    }
  }

  private void compareColumns(String table, Map<String, Column> before, Map<String, Column> after) {
    before.forEach(
        (name, column) -> {
          if (!after.containsKey(name)) {
            problems.add(table + "." + name + " is removed");
          } else if (!after.get(name).takesAllOf(column)) {
            problems.add(table + "." + name + " was " + column + ", and is " + after.get(name));
          }
        });
    after.forEach(
        (name, column) -> {
          if (!before.containsKey(name) && !column.canBeLeftOut()) {
            problems.add(table + "." + name + " is new, and has neither null nor a default");
          }
        });
  }

  /**
   * A column as the database describes it.
   *
   * @param rest its default and more; empty if there is neither
   */
  private record Column(String type, boolean nullable, String rest) {
    /** Returns whether a statement that does not name it can insert a row. */
    boolean canBeLeftOut() {
      return nullable || rest.startsWith(" default");
    }

    /** Returns whether it takes what another one does, whoever reads and writes it. */
    boolean takesAllOf(Column other) {
      return (type.equals(other.type) || isWider(type, other.type))
          && (nullable || !other.nullable)
          && (rest.equals(other.rest) || (other.rest.isEmpty() && rest.startsWith(" default")));
    }

    private static boolean isWider(String type, String other) {
      Matcher wide = VARYING.matcher(type);
      Matcher narrow = VARYING.matcher(other);
      if (wide.matches() && narrow.matches()) {
        return wide.group(1).equals(narrow.group(1))
            && wide.group(3).equals(narrow.group(3))
            && Integer.parseInt(wide.group(2)) > Integer.parseInt(narrow.group(2));
      }
      Matcher large = LARGE.matcher(type);
      Matcher small = LARGE.matcher(other);
      return large.matches()
          && small.matches()
          && large.group(2).equals(small.group(2))
          && large.group(3).equals(small.group(3))
          && LARGE_SIZES.indexOf(large.group(1)) > LARGE_SIZES.indexOf(small.group(1));
    }

    @Override
    public String toString() {
      return type + (nullable ? " null" : " not null") + rest;
    }
  }

  private static Map<String, Column> columns(String table) {
    Map<String, Column> columns = new TreeMap<>();
    for (String line : section(table, "columns")) {
      Matcher column = COLUMN.matcher(line);
      if (!column.matches()) {
        throw new IllegalArgumentException("not a column: " + line);
      }
      String rest = column.group(4);
      columns.put(
          column.group(1),
          new Column(column.group(2), column.group(3).equals("null"), rest == null ? "" : rest));
    }
    return columns;
  }

  /** Returns the columns of unique keys. Their names may be chosen by H2. */
  private static List<String> keys(String table) {
    return section(table, "indexes").stream()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .filter(line -> !line.startsWith("index "))
        .map(line -> line.replaceFirst("^(primary key|unique index|unique) ", ""))
        .toList();
  }

  /** Returns the lines of a section; none if there is no such section. */
  private static List<String> section(String table, String title) {
    return table
        .lines()
        .dropWhile(line -> !line.equals(title))
        .skip(1)
        .takeWhile(line -> line.startsWith("  "))
        .map(line -> line.substring(2))
        .toList();
  }
}
