package local.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import local.platform.db.MigrationStatement.Kind;
import org.flywaydb.core.api.FlywayException;

/**
 * Executes a migration statement by statement, and continues where an earlier start was ended.
 *
 * <p>Flyway records whole migrations, while the databases commit at each change of the schema. So
 * the statements that are done are counted here: a change of rows in the same transaction, a change
 * of the schema after it. Whether the first change of the schema that is not counted was made all
 * the same, the schema shows.
 */
final class MigrationExecution {
  /**
   * The newest migration that a version of this server executed without counting its statements. So
   * what was done of it, or of one before, is found in the schema.
   */
  static final int LAST_UNCOUNTED = 28;

  /**
   * How long a statement waits for others that use its table. Everybody who comes after it waits
   * for it, so that it must not wait long.
   */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(3);

  /** How long those who have waited for a statement have the table for themselves. */
  private static final Duration PASS = Duration.ofSeconds(1);

  /** How often a statement is tried: for some ten minutes. */
  private static final int MAX_ATTEMPTS = 150;

  private static final int MYSQL_LOCK_WAIT_TIMEOUT = 1205;

  private static final Logger LOG = System.getLogger(MigrationExecution.class.getName());

  private final MigrationScript script;
  private final List<MigrationStatement> statements;
  private final Connection connection;
  private final VisibleSchema schema;
  private final Duration pass;
  private final int maxAttempts;

  MigrationExecution(MigrationScript script, Connection connection) {
    this(script, connection, PASS, MAX_ATTEMPTS);
  }

  MigrationExecution(
      MigrationScript script, Connection connection, Duration pass, int maxAttempts) {
    this.script = script;
    this.statements = script.statements();
    this.connection = connection;
    this.schema = new VisibleSchema(connection, script.vendor());
    this.pass = pass;
    this.maxAttempts = maxAttempts;
  }

  /**
   * Executes what is not done yet. Nobody else does so at the same time, because Flyway holds its
   * lock. On MySQL a statement that waits for others to end gives way to them, and is tried again.
   * Before the first statement of a migration that removes something, versions that still use it
   * are kept from starting.
   *
   * @throws FlywayException if a statement fails; the next start tries it again
   */
  void run() throws SQLException {
    if (script.vendor() == DatabaseVendor.MYSQL) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT.toSeconds());
      }
    }
    if (script.contract().isPresent()) {
      OldestVersion.raise(connection, schema, script.contract().getAsInt());
    }
    MigrationProgress progress = new MigrationProgress(connection, schema);
    OptionalInt counted = progress.of(script.number());
    int done = counted.isPresent() ? done(counted.getAsInt()) : uncounted();
    if (counted.isEmpty() || counted.getAsInt() < done) {
      progress.set(script.number(), done);
    }
    if (counted.isPresent() || done > 0) {
      LOG.log(
          Level.INFO,
          "{0} was begun by an earlier start, and continues after {1} of its {2} statements",
          script.script(),
          done,
          statements.size());
    }
    for (int i = 0; i < statements.size(); i++) {
      if (i >= done || statements.get(i).kind() == Kind.SESSION) {
        execute(i, progress);
      }
    }
  }

  /** Returns how many statements are done if so many are counted. */
  private int done(int counted) throws SQLException {
    int next = counted;
    while (next < statements.size() && statements.get(next).kind() == Kind.SESSION) {
      next++;
    }
    return next < statements.size() && statements.get(next).isShownBy(schema) ? next + 1 : counted;
  }

  /**
   * Returns how many statements an older version has done. It executed them in their order, so all
   * up to the last one that is to be seen. What is to be seen after one that is missing is not of
   * that version.
   */
  int uncounted() throws SQLException {
    int done = 0;
    for (int i = 0; i < statements.size() && script.number() <= LAST_UNCOUNTED; i++) {
      MigrationStatement statement = statements.get(i);
      if (isSeen(statement)) {
        done = i + 1;
      } else if (!statement.effects().isEmpty()) {
        return done;
      }
    }
    return done;
  }

  /**
   * Returns whether a statement is to be seen in the schema, or in the rows of the table that the
   * same migration has created for them.
   */
  private boolean isSeen(MigrationStatement statement) throws SQLException {
    if (statement.isShownBy(schema)) {
      return true;
    }
    Optional<String> target = statement.target();
    return target.isPresent() && schema.hasRows(target.get());
  }

  private void execute(int index, MigrationProgress progress) throws SQLException {
    MigrationStatement migration = statements.get(index);
    connection.setAutoCommit(migration.kind() != Kind.ROWS);
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      executeWhenFree(index, statement);
      if (migration.kind() != Kind.SESSION) {
        progress.set(script.number(), index + 1);
      }
      if (migration.kind() == Kind.ROWS) {
        connection.commit();
      }
    } catch (SQLException e) {
      throw new FlywayException(
          script.script()
              + ", statement "
              + (index + 1)
              + ": "
              + e.getMessage()
              + "; the next start continues with it",
          e);
    } finally {
      if (migration.kind() == Kind.ROWS) {
        // Otherwise the next line would commit what has failed.
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private void executeWhenFree(int index, Statement statement) throws SQLException {
    for (int attempt = 1; true; attempt++) {
      try {
        statement.execute(statements.get(index).sql());
        return;
      } catch (SQLException e) {
        if (e.getErrorCode() != MYSQL_LOCK_WAIT_TIMEOUT || attempt == maxAttempts) {
          throw e;
        }
      }
      if (attempt == 1) {
        LOG.log(
            Level.WARNING,
            "{0}, statement {1} waits for others that use its table",
            script.script(),
            index + 1);
      }
      letOthersPass();
    }
  }

  private void letOthersPass() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback(); // it gives back what it has locked
    }
    try {
      TimeUnit.MILLISECONDS.sleep(pass.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while others use a table", e);
    }
  }
}
