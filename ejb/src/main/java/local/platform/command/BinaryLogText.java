package local.platform.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.command.RowChange.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the changes of rows in what {@code mysqlbinlog} prints of binary logs of MySQL. The
 * characters of this text are bytes: the program prints those of values as they are, but for some
 * that it escapes.
 */
final class BinaryLogText {
  /** With which options the program must print. */
  static final String OPTIONS = "--verbose --base64-output=decode-rows --print-table-metadata";

  /** The time with which each event begins, so that no other comment looks like one. */
  private static final String EVENT = "^#\\d{6} .*";

  private static final Pattern COMMIT_TIME =
      Pattern.compile(EVENT + "\\boriginal_committed_timestamp=(\\d+)");
  private static final Pattern GTID = Pattern.compile("^SET @@SESSION\\.GTID_NEXT= '([^']+)'");

  private static final Pattern TABLE =
      Pattern.compile(EVENT + "\\tTable_map: `([^`]+)`\\.`([^`]+)` mapped to number ");

  private static final Pattern COLUMN = Pattern.compile("^#(?: Columns\\(| {9})`([^`]+)` ");
  private static final Pattern CHANGE =
      Pattern.compile("^### (INSERT INTO|UPDATE|DELETE FROM) `([^`]+)`\\.`([^`]+)`");

  /** Any byte can be in a value, also 0x85, which is the end of a line to patterns. */
  private static final Pattern VALUE = Pattern.compile("^### {3}@(\\d+)=(.*)$", Pattern.DOTALL);

  private static final String BEFORE = "### WHERE";
  private static final String AFTER = "### SET";
  private static final String UNDECODED = "BINLOG '";
  private static final String END = "# End of log file";

  private final Set<String> tables;
  private final Consumer<RowChange> changes;
  private final Map<String, List<String>> columns = new HashMap<>();
  private Transaction transaction = new Transaction(0, "", 0);
  private long time;

  /** The columns that are being listed. */
  private List<String> listed = new ArrayList<>();

  private @Nullable String database;
  private String table = "";
  private Map<String, @Nullable String> before = Map.of();
  private Map<String, @Nullable String> after = Map.of();
  private Map<String, @Nullable String> row = Map.of();

  private BinaryLogText(Set<String> tables, Consumer<RowChange> changes) {
    this.tables = tables;
    this.changes = changes;
  }

  /**
   * Reads the text to its end.
   *
   * @param tables the tables whose changes are wanted
   * @param changes is called with each of their changes, in the order of the text
   * @throws CommandRefusedException if the text is no such text, is not complete, or does not say
   *     the names of the columns
   */
  static void read(InputStream text, Set<String> tables, Consumer<RowChange> changes)
      throws IOException {
    BinaryLogText reading = new BinaryLogText(tables, changes);
    // Not closed, because it is not ours. Such a text has no other ends of lines in its lines.
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(text, StandardCharsets.ISO_8859_1));
    boolean ended = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      reading.line(line);
      ended = line.equals(END) || (ended && line.startsWith("/*!"));
    }
    if (!ended) {
      throw new CommandRefusedException(
          "the input does not end as the output of mysqlbinlog does: what it lacks may have taken"
              + " access away, too");
    }
  }

  private void line(String line) {
    if (line.startsWith("###")) {
      change(line);
      return;
    }
    flush();
    if (line.startsWith("#")) {
      comment(line);
    } else if (line.startsWith("SET @@SESSION.GTID_NEXT")) {
      Matcher next = GTID.matcher(line);
      if (next.find()) {
        transaction = new Transaction(transaction.number() + 1, next.group(1), time);
      }
    } else if (line.startsWith(UNDECODED)) {
      throw new CommandRefusedException("mysqlbinlog must be called with " + OPTIONS);
    }
  }

  private void comment(String line) {
    Matcher mapped = TABLE.matcher(line);
    if (mapped.find()) {
      listed = new ArrayList<>();
      columns.put(name(mapped.group(1), mapped.group(2)), listed);
      return;
    }
    Matcher column = COLUMN.matcher(line);
    if (column.find()) {
      listed.add(column.group(1));
      return;
    }
    Matcher committed = COMMIT_TIME.matcher(line);
    if (committed.find()) {
      time = Long.parseLong(committed.group(1));
    }
  }

  private static String name(String database, String table) {
    return database + "." + table;
  }

  private void change(String line) {
    Matcher begin = CHANGE.matcher(line);
    if (begin.find()) {
      flush();
      if (tables.contains(begin.group(3))) {
        database = begin.group(2);
        table = begin.group(3);
      }
    } else if (database == null) {
      return;
    } else if (line.equals(BEFORE)) {
      before = new HashMap<>();
      row = before;
    } else if (line.equals(AFTER)) {
      after = new HashMap<>();
      row = after;
    } else {
      Matcher value = VALUE.matcher(line);
      if (!value.find()) {
        throw new CommandRefusedException("a row of " + table + " cannot be understood");
      }
      row.put(column(Integer.parseInt(value.group(1))), value(value.group(2)));
    }
  }

  private String column(int number) {
    List<String> names = columns.getOrDefault(name(String.valueOf(database), table), List.of());
    if (names.size() < number) {
      throw new CommandRefusedException(
          "the log does not say the names of the columns of "
              + table
              + ": mysqlbinlog must be called with "
              + OPTIONS
              + ", and MySQL must have written it with binlog_row_metadata=FULL");
    }
    return names.get(number - 1);
  }

  private void flush() {
    if (database != null) {
      changes.accept(new RowChange(transaction, database, table, before, after));
    }
    database = null;
    before = Map.of();
    after = Map.of();
    row = Map.of();
  }

  /** Returns a value as bytes, or a number or time as it is printed; null if it is NULL. */
  private static @Nullable String value(String printed) {
    if (!printed.startsWith("'")) {
      String word = printed.split(" ", 2)[0]; // what follows is the same without a sign
      return word.equals("NULL") ? null : word;
    }
    StringBuilder bytes = new StringBuilder(printed.length());
    int at = 1;
    while (at < printed.length() && printed.charAt(at) != '\'') {
      char next = printed.charAt(at++);
      if (next != '\\' || at == printed.length()) {
        bytes.append(next);
        continue;
      }
      char escaped = printed.charAt(at++);
      if (escaped == 'x' && at + 2 <= printed.length()) {
        bytes.append((char) Integer.parseInt(printed.substring(at, at + 2), 16));
        at += 2;
      } else {
        bytes.append(
            switch (escaped) {
              case 'b' -> '\b';
              case 'f' -> '\f';
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 't' -> '\t';
              default -> escaped;
            });
      }
    }
    return bytes.toString();
  }
}
