package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the settings of a connection with what the database itself reports. */
class ConnectionTest {

  @ParameterizedTest
  @EnumSource
  void aConnectionReadsWhatIsCommitted(TestDatabase database) throws SQLException {
    try (Connection connection = connect(database)) {
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  @Test
  void theSessionOfMySqlIsSetUpAsTheProductExpects() throws SQLException {
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("@@SESSION.transaction_isolation", "READ-COMMITTED");
    expected.put("@@SESSION.time_zone", "+00:00");
    expected.put("@@SESSION.innodb_lock_wait_timeout", "5");
    expected.put("@@SESSION.max_execution_time", "8000");
    expected.put("@@SESSION.autocommit", "1");
    // values that do not fit are refused, not truncated
    expected.put("@@SESSION.sql_mode LIKE '%STRICT_TRANS_TABLES%'", "1");
    expected.put("@@SESSION.character_set_client", "utf8mb4");
    try (Connection connection = connect(TestDatabase.MYSQL)) {
      assertThat(answers(connection, expected)).isEqualTo(expected);
    }
  }

  @Test
  void theSessionOfH2IsSetUpAsTheProductExpects() throws SQLException {
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put(
        "(SELECT isolation_level FROM information_schema.sessions WHERE session_id = SESSION_ID())",
        "READ COMMITTED");
    expected.put("LOCK_TIMEOUT()", "5000");
    expected.put(
        "(SELECT setting_value FROM information_schema.settings WHERE setting_name = 'MODE')",
        "REGULAR");
    try (Connection connection = connect(TestDatabase.H2)) {
      assertThat(answers(connection, expected)).isEqualTo(expected);
    }
  }

  @Test
  void aConnectionToMySqlThatBrokeInUseIsNotLentAgain() throws SQLException {
    try (Connection connection = connect(TestDatabase.MYSQL);
        Statement statement = connection.createStatement()) {
      assertThat(connection.isValid(0)).isTrue();
      for (String sql : List.of("KILL CONNECTION_ID()", "SELECT 1")) {
        assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
      }

      assertThat(connection.isValid(0)).isFalse();
    }
  }

  /** The pool of the application server passes on its text alone. */
  @Test
  void theReasonWhyACommitFailedIsRemembered() throws SQLException {
    CommitFailure.take();
    try (Connection connection = connect(TestDatabase.MYSQL);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> statement.execute("KILL CONNECTION_ID()"))
          .isInstanceOf(SQLException.class);
      assertThat(CommitFailure.take()).isEmpty();

      SQLException failure = catchThrowableOfType(SQLException.class, connection::commit);

      assertThat(CommitFailure.take()).containsSame(failure);
      assertThat(CommitFailure.take()).isEmpty();
    }
  }

  private static Connection connect(TestDatabase database) throws SQLException {
    return new PlatformDataSource(database.create()).getConnection();
  }

  private static Map<String, String> answers(Connection connection, Map<String, String> questions)
      throws SQLException {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String question : questions.keySet()) {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT " + question)) {
        row.next();
        answers.put(question, row.getString(1));
      }
    }
    return answers;
  }
}
