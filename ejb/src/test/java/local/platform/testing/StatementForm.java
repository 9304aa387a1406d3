package local.platform.testing;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a statement does, in a line that is the same for all statements that differ only in their
 * values, in the number of these, in their order, in aliases, in what they select or set, or in the
 * dialect of a database: its verb, its tables, and the columns of its conditions.
 *
 * @param text the line: {@code select role, role_binding by identity_uid, uid}
 * @param tables the tables; empty if the statement asks for something else, such as the time
 * @param parameters what the parameters are, in their order
 * @param literals the literals of bytes
 * @param joined the columns that are compared with other columns
 */
record StatementForm(
    String text,
    Set<String> tables,
    List<Operand> parameters,
    List<Literal> literals,
    Set<String> joined) {

  /** How the rows of a statement are related to a value. */
  enum Relation {
    /** They have it. */
    EQUAL,
    /** They have it or a larger one, or only a larger one. */
    FROM,
    /** They have it or a smaller one, or only a smaller one. */
    UNTIL,
    /** Something else, also that it is set. */
    OTHER
  }

  /**
   * What a value in a statement is.
   *
   * @param column the column with which it is compared, or whose value it becomes; empty if that is
   *     not known
   */
  record Operand(String column, Relation relation) {}

  /** Bytes in the text of a statement. */
  record Literal(Operand operand, ByteBuffer bytes) {}

  /** Returns the form of a statement. */
  static StatementForm of(String sql) {
    return new Reader(sql).read();
  }

  /** The part of a statement in which a token is. */
  private enum Clause {
    BEGIN,
    SELECTED,
    FROM,
    INTO,
    COLUMNS,
    VALUES,
    ROW,
    SET,
    CONDITION,
    IGNORED
  }

  /** What is between two parentheses, or all of the statement. */
  private static final class Level {
    private Clause clause;
    private final boolean isWhole;

    /** The column of all that is within; null if that depends on the token. */
    private @Nullable String enclosing;

    private boolean isQuery;
    private boolean isInserted;
    private int position;
    private String last = "";
    private Relation relation = Relation.OTHER;

    Level(Clause clause, boolean isWhole, @Nullable String enclosing) {
      this.clause = clause;
      this.isWhole = isWhole;
      this.enclosing = enclosing;
    }
  }

  /** Reads a statement token by token. */
  private static final class Reader {
    private static final Pattern TOKEN =
        Pattern.compile(
            "(?s)/\\*.*?\\*/|--[^\\n]*|[xX]'[0-9a-fA-F]*'|'(?:[^']|'')*'|0x[0-9a-fA-F]+"
                + "|[`\"][^`\"]+[`\"]|[A-Za-z_@][\\w@$]*|\\d[\\w.]*|\\?\\d*|<=|>=|<>|!=|\\S");

    private static final Set<String> WORDS =
        Set.of(
            "all",
            "and",
            "any",
            "as",
            "asc",
            "between",
            "binary",
            "by",
            "case",
            "collate",
            "cross",
            "current_timestamp",
            "default",
            "delete",
            "desc",
            "distinct",
            "else",
            "end",
            "escape",
            "exists",
            "false",
            "first",
            "for",
            "force",
            "from",
            "group",
            "ignore",
            "ilike",
            "in",
            "index",
            "inner",
            "insert",
            "interval",
            "is",
            "last",
            "left",
            "like",
            "locked",
            "merge",
            "not",
            "nowait",
            "null",
            "nulls",
            "of",
            "on",
            "only",
            "or",
            "order",
            "outer",
            "recursive",
            "right",
            "row",
            "rows",
            "share",
            "skip",
            "straight_join",
            "then",
            "true",
            "use",
            "when",
            "with");

    private final List<String> tokens;
    private final Deque<Level> levels = new ArrayDeque<>();
    private final SortedSet<String> tables = new TreeSet<>();
    private final SortedSet<String> conditions = new TreeSet<>();
    private final List<String> columns = new ArrayList<>();
    private final List<Operand> parameters = new ArrayList<>();
    private final List<Literal> literals = new ArrayList<>();
    private final Set<String> joined = new LinkedHashSet<>();
    private final String verb;
    private String target = "";
    private boolean tableNext;
    private boolean inBetween;
    private String compared = "";

    Reader(String sql) {
      this.tokens =
          TOKEN
              .matcher(sql)
              .results()
              .map(MatchResult::group)
              .filter(token -> !token.startsWith("/*") && !token.startsWith("--"))
              .toList();
      this.verb =
          tokens.stream().filter(Reader::isWord).findFirst().orElse("").toLowerCase(Locale.ROOT);
    }

    private String token(int i) {
      return i >= 0 && i < tokens.size() ? tokens.get(i) : "";
    }

    private String word(int i) {
      return token(i).toLowerCase(Locale.ROOT).replaceAll("[`\"]", "");
    }

    StatementForm read() {
      levels.push(new Level(Clause.BEGIN, true, null));
      for (int i = 0; i < tokens.size(); i++) {
        read(i);
      }
      Set<String> others = new TreeSet<>(tables);
      StringBuilder text = new StringBuilder(verb);
      if (!target.isEmpty()) {
        text.append(' ').append(target);
        others.remove(target);
      }
      if (!others.isEmpty()) {
        text.append(target.isEmpty() ? " " : " select ").append(String.join(", ", others));
      }
      if (!conditions.isEmpty()) {
        text.append(" by ").append(String.join(", ", conditions));
      }
      return new StatementForm(text.toString(), tables, parameters, literals, joined);
    }

    private void read(int i) {
      String token = token(i);
      Level level = levels.element();
      char first = token.charAt(0);
      if (token.startsWith("?")) {
        parameters.add(operand(level));
      } else if (isHexadecimal(token)) {
        literals.add(new Literal(operand(level), ByteBuffer.wrap(bytes(token))));
      } else if (first == '(') {
        open(level);
      } else if (first == ')') {
        close();
      } else if (first == ',') {
        comma(level);
      } else if ("=<>!".indexOf(first) >= 0) {
        level.relation = relation(token);
        if (first == '=' && level.clause == Clause.CONDITION && isColumn(i - 1)) {
          compared = level.last;
          return;
        }
      } else if (isWord(token)) {
        readWord(i, level);
        return;
      } else if (first == '.') {
        return;
      }
      compared = "";
    }

    private static Relation relation(String comparison) {
      return switch (comparison) {
        case "=" -> Relation.EQUAL;
        case ">", ">=" -> Relation.FROM;
        case "<", "<=" -> Relation.UNTIL;
        default -> Relation.OTHER;
      };
    }

    private static boolean isHexadecimal(String token) {
      return token.startsWith("0x") || token.matches("[xX]'.*");
    }

    private static byte[] bytes(String token) {
      String digits = token.startsWith("0x") ? token.substring(2) : token.replaceAll("[xX']", "");
      return HexFormat.of().parseHex(digits);
    }

    private static boolean isWord(String token) {
      char first = token.charAt(0);
      return Character.isLetter(first) || "_`\"@".indexOf(first) >= 0;
    }

    /** Returns whether a token is the name of a column, without the table's before it. */
    private boolean isColumn(int i) {
      return !token(i).isEmpty()
          && isWord(token(i))
          && !WORDS.contains(word(i))
          && !token(i + 1).equals(".")
          && !token(i + 1).equals("(");
    }

    private Operand operand(Level level) {
      boolean isInserted =
          levels.stream().anyMatch(each -> each.clause == Clause.ROW)
              || (level.clause == Clause.SELECTED && level.isInserted);
      if (isInserted) {
        return new Operand(column(level), Relation.EQUAL);
      }
      return new Operand(
          column(level), level.clause == Clause.SET ? Relation.OTHER : level.relation);
    }

    private String column(Level level) {
      if (level.enclosing != null) {
        return level.enclosing;
      }
      return switch (level.clause) {
        case ROW -> columns.size() > level.position ? columns.get(level.position) : "";
        case SELECTED ->
            level.isInserted && columns.size() > level.position
                ? columns.get(level.position)
                : level.last;
        case SET, CONDITION -> level.last;
        default -> "";
      };
    }

    private void open(Level level) {
      tableNext = false;
      Clause clause =
          switch (level.clause) {
            case INTO -> Clause.COLUMNS;
            case VALUES -> Clause.ROW;
            default -> level.clause;
          };
      boolean isPart =
          level.enclosing != null
              || level.clause == Clause.ROW
              || (level.clause == Clause.SELECTED && level.isInserted);
      Level inner = new Level(clause, false, isPart ? column(level) : null);
      inner.last = level.last;
      inner.relation = level.relation;
      levels.push(inner);
    }

    private void close() {
      if (levels.size() > 1) {
        levels.pop();
      }
    }

    private void comma(Level level) {
      level.position++;
      if (level.clause == Clause.FROM) {
        tableNext = true;
      }
    }

    private void readWord(int i, Level level) {
      String word = word(i);
      if (token(i + 1).equals(".")) {
        return;
      }
      if (tableNext && !WORDS.contains(word)) {
        table(i, word);
        compared = "";
        return;
      }
      Optional<Clause> begun = begun(i, word, level);
      if (begun.isPresent()) {
        level.clause = begun.get();
        compared = "";
      } else if (isColumn(i) && !word(i - 1).equals("as")) {
        name(word, level);
      } else {
        readOperator(i, word, level);
      }
    }

    private void readOperator(int i, String word, Level level) {
      switch (word) {
        case "in" -> level.relation = word(i - 1).equals("not") ? Relation.OTHER : Relation.EQUAL;
        case "between" -> {
          inBetween = true;
          level.relation = Relation.FROM;
        }
        case "and", "or" -> {
          if (inBetween) {
            level.relation = Relation.UNTIL;
          } else if (level.clause == Clause.CONDITION) {
            level.last = "";
            level.relation = Relation.OTHER;
          }
          inBetween = false;
        }
        case "is", "like", "ilike" -> level.relation = Relation.OTHER;
        default -> {}
      }
    }

    private void table(int i, String word) {
      tableNext = false;
      tables.add(word);
      if (target.isEmpty() && !verb.equals("select") && !verb.equals("with")) {
        target = word;
      }
      if (token(i + 1).equals("(") && levels.element().clause != Clause.INTO) {
        // A function that returns rows.
        tables.remove(word);
      }
    }

    private void name(String word, Level level) {
      switch (level.clause) {
        case COLUMNS -> columns.add(word);
        case CONDITION -> {
          conditions.add(word);
          if (!compared.isEmpty()) {
            joined.add(compared);
            joined.add(word);
          }
          level.last = word;
        }
        case SELECTED, SET -> level.last = word;
        default -> {}
      }
      compared = "";
    }

    /** Returns the clause that begins with a word; empty if none does. */
    private Optional<Clause> begun(int i, String word, Level level) {
      return switch (word) {
        case "select" -> {
          level.isQuery = true;
          level.enclosing = null;
          level.position = 0;
          level.isInserted = level.isWhole && !columns.isEmpty();
          yield Optional.of(Clause.SELECTED);
        }
        case "from" -> {
          if ((!level.isQuery && !level.isWhole) || word(i - 1).equals("distinct")) {
            yield Optional.empty();
          }
          tableNext = true;
          yield Optional.of(Clause.FROM);
        }
        case "join", "using" -> {
          tableNext = true;
          yield Optional.of(Clause.FROM);
        }
        case "into" -> {
          tableNext = true;
          yield Optional.of(Clause.INTO);
        }
        case "update" -> {
          tableNext = i == 0;
          Clause later = word(i - 1).equals("key") ? Clause.SET : Clause.IGNORED;
          yield Optional.of(i == 0 ? Clause.FROM : later);
        }
        case "set" -> Optional.of(Clause.SET);
        case "values" -> level.clause == Clause.SET ? Optional.empty() : Optional.of(Clause.VALUES);
        case "where", "having" -> {
          level.last = "";
          yield Optional.of(Clause.CONDITION);
        }
        case "on" -> {
          level.last = "";
          boolean isJoin = level.clause == Clause.FROM || level.clause == Clause.CONDITION;
          yield Optional.of(
              isJoin && !word(i + 1).equals("duplicate") ? Clause.CONDITION : Clause.IGNORED);
        }
        case "union" -> Optional.of(Clause.BEGIN);
        case "order", "group" ->
            word(i + 1).equals("by") ? Optional.of(Clause.IGNORED) : Optional.empty();
        case "limit", "offset", "fetch", "for", "lock" -> Optional.of(Clause.IGNORED);
        default -> Optional.empty();
      };
    }
  }

  /** Returns all values that are bytes: the literals, and parameters by their index from 1. */
  List<Literal> values(Map<Integer, byte[]> bound) {
    List<Literal> values = new ArrayList<>(literals);
    bound.forEach(
        (index, bytes) -> {
          Operand operand =
              index <= parameters.size()
                  ? parameters.get(index - 1)
                  : new Operand("", Relation.OTHER);
          values.add(new Literal(operand, ByteBuffer.wrap(bytes)));
        });
    return values;
  }
}
