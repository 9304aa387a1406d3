package local.platform.db;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of a migration, and how the database shows whether it was executed. The kinds of
 * statements are those that migrations need so far; another kind is refused, until it is known here
 * what shows it.
 *
 * @param sql the statement as in the file, without comment lines
 * @param kind what it changes
 * @param effects what is there when a statement of the kind {@link Kind#SCHEMA} was executed; none
 *     if it can be executed again without a further effect
 * @param target the table into which it inserts rows; empty for other statements
 */
record MigrationStatement(String sql, Kind kind, List<Effect> effects, Optional<String> target) {

  /** The kind of a change. */
  enum Kind {
    /** Only the session, or nothing unless it is needed. */
    SESSION,
    /** Rows, in a transaction. */
    ROWS,
    /** The schema; MySQL and H2 commit at once. */
    SCHEMA
  }

  /** The effect of a statement on the schema. */
  @FunctionalInterface
  interface Effect {
    /** Returns whether the schema shows it. */
    boolean isShownBy(VisibleSchema schema) throws SQLException;
  }

  private static final Pattern SESSION = pattern("(SET|PREPARE|EXECUTE|DEALLOCATE PREPARE|DO) .*");
  private static final Pattern INSERT = pattern("INSERT INTO (\\w+) .*");
  private static final Pattern ROWS = pattern("(UPDATE|DELETE FROM) .*");
  private static final Pattern REPEATABLE =
      pattern(
          "CREATE (INDEX|UNIQUE INDEX|ALIAS) IF NOT EXISTS .*"
              + "|DROP (TABLE|INDEX|ALIAS) IF EXISTS .*"
              + "|ALTER TABLE IF EXISTS \\w+ RENAME TO \\w+"
              + "|ALTER TABLE \\w+ ADD CONSTRAINT IF NOT EXISTS .*");
  private static final Pattern CREATE_TABLE = pattern("CREATE TABLE (\\w+) \\((.*)\\)[^)]*");
  private static final Pattern CREATE_INDEX = pattern("CREATE (UNIQUE )?INDEX (\\w+) ON (\\w+) .*");
  private static final Pattern ALTER_TABLE = pattern("ALTER TABLE (\\w+) (.*)");
  private static final Pattern NO_COLUMN =
      pattern("(CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|KEY|INDEX) .*");

  /** The clauses of ALTER TABLE, each with a name, and the effect on a table. */
  private static final Map<Pattern, BiFunction<String, String, Optional<Effect>>> CLAUSES =
      Map.of(
          pattern("ADD COLUMN (\\w+) .*"),
          (table, name) -> Optional.of(schema -> schema.columns(table).contains(name)),
          // several columns of H2, all of which are there if the first one is
          pattern("ADD COLUMN \\( ?(\\w+) .*\\)(?: AFTER \\w+)?"),
          (table, name) -> Optional.of(schema -> schema.columns(table).contains(name)),
          pattern("ADD (?:UNIQUE )?(?:KEY|INDEX) (\\w+) .*"),
          (table, name) -> Optional.of(schema -> schema.hasIndex(table, name)),
          pattern("ADD CONSTRAINT (\\w+) .*"),
          (table, name) -> Optional.of(schema -> schema.hasConstraint(table, name)),
          pattern("DROP COLUMN (\\w+)"),
          (table, name) -> Optional.of(schema -> !schema.columns(table).contains(name)),
          pattern("DROP (?:KEY|INDEX) (\\w+)"),
          (table, name) -> Optional.of(schema -> !schema.hasIndex(table, name)),
          pattern("DROP (?:CONSTRAINT|FOREIGN KEY|CHECK) (\\w+)"),
          (table, name) -> Optional.of(schema -> !schema.hasConstraint(table, name)),
          pattern("RENAME TO (\\w+)"),
          (table, name) -> Optional.of(schema -> !schema.hasTable(table) && schema.hasTable(name)),
          pattern("(?:MODIFY|ALTER) COLUMN (\\w+) (?!RENAME ).*"),
          (table, name) -> Optional.empty());

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /**
   * Parses a statement.
   *
   * @throws IllegalArgumentException if it is of a kind of which it is not known what shows it
   */
  static MigrationStatement of(String sql) {
    String words = sql.replaceAll("\\s+", " ");
    if (SESSION.matcher(words).matches()) {
      return new MigrationStatement(sql, Kind.SESSION, List.of(), Optional.empty());
    }
    Matcher insert = INSERT.matcher(words);
    if (insert.matches()) {
      return new MigrationStatement(sql, Kind.ROWS, List.of(), Optional.of(name(insert, 1)));
    }
    if (ROWS.matcher(words).matches()) {
      return new MigrationStatement(sql, Kind.ROWS, List.of(), Optional.empty());
    }
    return new MigrationStatement(sql, Kind.SCHEMA, effects(words), Optional.empty());
  }

  private static List<Effect> effects(String words) {
    if (REPEATABLE.matcher(words).matches()) {
      return List.of();
    }
    Matcher table = CREATE_TABLE.matcher(words);
    if (table.matches()) {
      List<String> columns = columns(table.group(2));
      String name = name(table, 1);
      return List.of(schema -> schema.columns(name).equals(columns));
    }
    Matcher index = CREATE_INDEX.matcher(words);
    if (index.matches()) {
      return List.of(schema -> schema.hasIndex(name(index, 3), name(index, 2)));
    }
    Matcher alter = ALTER_TABLE.matcher(words);
    if (alter.matches()) {
      return elements(alter.group(2)).stream()
          .flatMap(clause -> effect(name(alter, 1), clause).stream())
          .toList();
    }
    throw unknown(words);
  }

  private static Optional<Effect> effect(String table, String clause) {
    for (Map.Entry<Pattern, BiFunction<String, String, Optional<Effect>>> known :
        CLAUSES.entrySet()) {
      Matcher matcher = known.getKey().matcher(clause);
      if (matcher.matches()) {
        return known.getValue().apply(table, name(matcher, 1));
      }
    }
    throw unknown(clause);
  }

  private static IllegalArgumentException unknown(String words) {
    return new IllegalArgumentException(
        "it is not known how the database shows whether this was executed: " + words);
  }

  private static List<String> columns(String definition) {
    return elements(definition).stream()
        .filter(element -> !NO_COLUMN.matcher(element).matches())
        .map(element -> element.substring(0, element.indexOf(' ')).toLowerCase(Locale.ROOT))
        .toList();
  }

  /** Splits at commas outside parentheses. */
  private static List<String> elements(String list) {
    List<String> elements = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        elements.add(list.substring(start, i).strip());
        start = i + 1;
      }
    }
    elements.add(list.substring(start).strip());
    return elements;
  }

  private static String name(Matcher matcher, int group) {
    return matcher.group(group).toLowerCase(Locale.ROOT);
  }

  /** Returns whether the schema shows that this statement was executed. */
  boolean isShownBy(VisibleSchema schema) throws SQLException {
    for (Effect effect : effects) {
      if (!effect.isShownBy(schema)) {
        return false;
      }
    }
    return !effects.isEmpty();
  }
}
