package local.platform.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.uid.Uid;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShardRecorderTest {
  private static final String BY_NUMBER = "DELETE FROM thing WHERE number = ?";
  private static final String BY_UID = "DELETE FROM thing WHERE uid = ?";

  private static final String TABLE =
      """
      | Table | Row | Other |
      |---|---|---|
      | `thing` | `uid` | `owner_uid` |
      """;

  private final ShardRecorder recorder = new ShardRecorder(ShardingDocument.of(TABLE));
  private Connection connection;

  @BeforeEach
  void createTheTable() throws SQLException {
    connection = recorder.record(database()).getConnection();
    execute("CREATE TABLE thing (number BIGINT, uid VARBINARY(132), owner_uid VARBINARY(132))");
    execute("CREATE TABLE other (number BIGINT)");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private static DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:");
    return database;
  }

  private void execute(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  /** Sends a statement as the product does, whose class this is. */
  private void send(String sql, Uid... uids) throws SQLException {
    new RowStatements(connection).batch(sql, List.of(uids), StatementTo::bind);
  }

  /** Binds a uid. */
  private static final class StatementTo {
    static void bind(PreparedStatement statement, Uid uid) throws SQLException {
      if (statement.getParameterMetaData().getParameterTypeName(1).contains("BINARY")) {
        RowStatements.setUid(statement, 1, uid);
      } else {
        statement.setLong(1, 1);
      }
    }
  }

  @Test
  void aStatementOfTheProductThatNamesNoOrganizationFails() throws SQLException {
    send(BY_NUMBER, Uid.newRoot());

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(recorder::requireListed)
        .withMessageContaining("none delete thing by number")
        .withMessageContaining("RowStatements")
        .withMessageContaining(BY_NUMBER);
    assertThatCode(recorder::requireListed).doesNotThrowAnyException();
  }

  @Test
  void itDoesNotFailIfItIsListed() throws SQLException {
    ShardRecorder listing =
        new ShardRecorder(
            ShardingDocument.of(TABLE + "\n```text\nnone    delete thing by number\n```\n"));
    try (Connection listed = listing.record(database()).getConnection()) {
      connection = listed;
      createTable();
      send(BY_NUMBER, Uid.newRoot());
    }

    assertThatCode(listing::requireListed).doesNotThrowAnyException();
  }

  private void createTable() throws SQLException {
    execute("CREATE TABLE thing (number BIGINT, uid VARBINARY(132), owner_uid VARBINARY(132))");
  }

  @Test
  void aStatementThatNamesOneOrganizationDoesNotFail() throws SQLException {
    send(BY_UID, Uid.newRoot().newChild());

    assertThatCode(recorder::requireListed).doesNotThrowAnyException();
  }

  /** The rows of a batch may lie in different organizations. */
  @Test
  void eachStatementOfABatchCountsByItself() throws SQLException {
    send(BY_UID, Uid.newRoot(), Uid.newRoot().newChild());

    assertThatCode(recorder::requireListed).doesNotThrowAnyException();
  }

  @Test
  void aStatementOfATestDoesNotFail() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BY_NUMBER)) {
      statement.setLong(1, 1);
      statement.execute();
    }

    assertThatCode(recorder::requireListed).doesNotThrowAnyException();
  }

  @Test
  void aTableThatIsNotOfTheProductDoesNotCount() throws SQLException {
    send("DELETE FROM other WHERE number = ?", Uid.newRoot());

    assertThatCode(recorder::requireListed).doesNotThrowAnyException();
  }
}
