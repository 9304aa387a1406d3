package local.platform.testing;

import static local.platform.testing.InterceptedDataSource.invoke;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import local.platform.db.DatabaseVendor;

/**
 * Measures how many rows the database reads for a query. It stands between the pool and the driver
 * and asks on the same connection: on MySQL for the handler reads of the session before and after
 * the query, which passes over no row uncounted, on H2 for an explanation of it with the same
 * parameters. Of statements that delete it measures only those on MySQL: H2 would execute what it
 * explains.
 */
public final class QueryMeter {
  private static final Pattern SCAN_COUNT = Pattern.compile("scanCount: (\\d+)");

  private final DatabaseVendor vendor;
  private final List<Reading> readings = new CopyOnWriteArrayList<>();
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private volatile boolean measuring;
  private volatile boolean recording;

  public QueryMeter(DatabaseVendor vendor) {
    this.vendor = vendor;
  }

  /**
   * A measured query.
   *
   * @param sql its text
   * @param rowsRead rows and index entries that were read for it
   * @param plan the plan of the database
   */
  public record Reading(String sql, long rowsRead, String plan) {
    private static final Pattern COUNT = Pattern.compile("select (/\\*.*?\\*/ )?count\\(");

    /** Returns whether it counts rows, with or without a limit of its time. */
    public boolean isCount() {
      return COUNT.matcher(sql).lookingAt();
    }
  }

  /** Returns the data source, with every query measured while {@link #measure} runs. */
  public DataSource meter(DataSource driver) {
    return InterceptedDataSource.of(driver, this::metered);
  }

  /** Runs the work; returns what each of its queries read. */
  public List<Reading> measure(Runnable work) {
    readings.clear();
    measuring = true;
    try {
      work.run();
    } finally {
      measuring = false;
    }
    return List.copyOf(readings);
  }

  /**
   * Runs the work; returns the text of every statement that it sent, including those that write.
   */
  public List<String> record(Runnable work) {
    statements.clear();
    recording = true;
    try {
      work.run();
    } finally {
      recording = false;
    }
    return List.copyOf(statements);
  }

  private InterceptedDataSource.Handler metered(
      Connection connection, PreparedStatement statement, String sql) {
    Map<Integer, Setter> setters = new TreeMap<>();
    return (method, arguments) -> {
      if (recording && method.getName().startsWith("execute")) {
        statements.add(sql);
      }
      if (!measuring) {
        return invoke(statement, method, arguments);
      }
      if (method.getName().startsWith("set") && arguments[0] instanceof Integer index) {
        setters.put(index, other -> invoke(other, method, arguments));
      }
      if (!isMeasured(method.getName(), sql)) {
        return invoke(statement, method, arguments);
      }
      String plan = explain(connection, sql, setters.values());
      long overhead = -handlerReads(connection) + handlerReads(connection);
      long before = handlerReads(connection);
      pushConditions(connection, false);
      Object result;
      try {
        result = invoke(statement, method, arguments);
      } finally {
        pushConditions(connection, true);
      }
      long rowsRead =
          vendor == DatabaseVendor.MYSQL
              ? handlerReads(connection) - before - overhead
              : scanCount(plan);
      readings.add(new Reading(sql, rowsRead, plan));
      return result;
    };
  }

  /**
   * Lets the storage engine of MySQL pass over rows that do not meet a condition, as it usually
   * does, or not: it does not count them. The plan is chosen before that.
   */
  private void pushConditions(Connection connection, boolean pushes) throws SQLException {
    if (vendor == DatabaseVendor.MYSQL) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "SET optimizer_switch = 'index_condition_pushdown=" + (pushes ? "on'" : "off'"));
      }
    }
  }

  private boolean isMeasured(String method, String sql) {
    return method.equals("executeQuery")
        || (method.equals("executeUpdate")
            && vendor == DatabaseVendor.MYSQL
            && sql.startsWith("delete "));
  }

  /** Sets the same parameter on another statement. */
  @FunctionalInterface
  private interface Setter {
    void set(PreparedStatement statement) throws Throwable;
  }

  private String explain(Connection connection, String sql, Collection<Setter> setters)
      throws Throwable {
    StringBuilder plan = new StringBuilder();
    String explanation = vendor == DatabaseVendor.H2 ? "EXPLAIN ANALYZE " : "EXPLAIN FORMAT=TREE ";
    try (PreparedStatement explain = connection.prepareStatement(explanation + sql)) {
      for (Setter setter : setters) {
        setter.set(explain);
      }
      try (ResultSet lines = explain.executeQuery()) {
        while (lines.next()) {
          plan.append(lines.getString(1)).append('\n');
        }
      }
    }
    return plan.toString();
  }

  private static long scanCount(String plan) {
    return SCAN_COUNT
        .matcher(plan)
        .results()
        .map((MatchResult result) -> result.group(1))
        .mapToLong(Long::parseLong)
        .sum();
  }

  private long handlerReads(Connection connection) throws SQLException {
    if (vendor != DatabaseVendor.MYSQL) {
      return 0;
    }
    long reads = 0;
    try (Statement statement = connection.createStatement();
        ResultSet counters = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler\\_read%'")) {
      while (counters.next()) {
        reads += counters.getLong(2);
      }
    }
    return reads;
  }

  /** Describes readings, for messages. */
  public static String describe(List<Reading> readings) {
    List<String> texts = new ArrayList<>();
    for (Reading reading : readings) {
      texts.add(reading.rowsRead() + " rows: " + reading.sql() + "\n" + reading.plan());
    }
    return String.join("\n", texts);
  }
}
