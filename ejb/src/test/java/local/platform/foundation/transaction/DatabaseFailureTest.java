package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DatabaseFailureTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new SQLException("gone", "08S01", 0), Kind.CONNECTION),
        Arguments.of(
            new SQLNonTransientConnectionException("corrupt", "90030", 90030), Kind.CONNECTION),
        Arguments.of(new SQLTransientConnectionException("busy", "HY000", 1), Kind.CONNECTION),
        Arguments.of(new SQLTransientConnectionException("locked", "HYT00", 50200), Kind.CONFLICT),
        Arguments.of(new SQLException("disk full", "HY000", 1021), Kind.CONNECTION),
        Arguments.of(new SQLException("the table is full", "HY000", 1114), Kind.CONNECTION),
        Arguments.of(new SQLException("out of memory", "HY000", 90108), Kind.CONNECTION),
        Arguments.of(new SQLException("read only", "90097", 90097), Kind.CONNECTION),
        Arguments.of(
            new SQLException(
                "general error",
                "HY000",
                50000,
                new MVStoreException(DataUtils.ERROR_WRITING_FAILED, "no space left")),
            Kind.CONNECTION),
        Arguments.of(new SQLException("general error", "HY000", 50000), Kind.OTHER),
        Arguments.of(
            new SQLException("rolled back by the plugin", "40000", 3101),
            Kind.ROLLED_BACK_BY_GROUP),
        Arguments.of(new SQLException("error on observer", "HY000", 3100), Kind.REFUSED_BY_GROUP),
        Arguments.of(new SQLException("offline mode", "HY000", 3032), Kind.CONNECTION),
        Arguments.of(new SQLException("not in the group", "HY000", 3796), Kind.CONNECTION),
        Arguments.of(new SQLException("the wait ended", "HY000", 3797), Kind.CONNECTION),
        Arguments.of(new SQLException("the wait ended", "HY000", 3798), Kind.CONNECTION),
        Arguments.of(new SQLException("the wait ended", "HY000", 3799), Kind.CONNECTION),
        Arguments.of(new SQLException("syntax", "42000", 1064), Kind.OTHER));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsReadWhereverItIsInTheChainOfCauses(SQLException failure, Kind kind) {
    assertThat(DatabaseFailure.of(failure).kind()).isEqualTo(kind);
    assertThat(DatabaseFailure.of(new PersistenceException("not read", failure)).kind())
        .isEqualTo(kind);
  }

  /** As the pool does with all, also those in use, when it has found a broken one. */
  @ParameterizedTest
  @EnumSource
  void aConnectionThatIsClosedWhileItIsInUseIsLost(TestDatabase database) throws SQLException {
    Connection connection = new PlatformDataSource(database.create()).getConnection();
    try (PreparedStatement select = connection.prepareStatement("SELECT ?")) {
      select.setInt(1, 1);
      ResultSet rows = select.executeQuery();
      connection.close();
      awaitEnd(connection);

      assertLostOrDone(catchThrowable(rows::next));
      assertLostOrDone(catchThrowable(() -> select.setInt(1, 2)));
      assertLost(catchThrowable(select::executeQuery));
      assertLost(catchThrowable(() -> connection.prepareStatement("SELECT 2")));
      assertLostOrDone(catchThrowable(connection::commit));
    }
  }

  private static void awaitEnd(Connection connection) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!connection.isClosed()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private static void assertLostOrDone(@Nullable Throwable failure) {
    if (failure != null) {
      assertLost(failure);
    }
  }

  private static void assertLost(Throwable failure) {
    assertThat(DatabaseFailure.of(failure).kind())
        .as(failure.toString())
        .isEqualTo(Kind.CONNECTION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1062  | Duplicate entry '\\x01' for key 'account_association.PRIMARY'              | true
          1062  | Duplicate entry 'primary-key' for key 'role.uq_role_name'                  | false
          23505 | Unique index or primary key violation: "PUBLIC.PRIMARY_KEY_8 ON PUBLIC.A(" | true
          23505 | Unique index or primary key violation: "PUBLIC.UQ_NAME ON PUBLIC.ROLE("    | false
          1452  | a foreign key fails ('account_association.PRIMARY')                        | false
          """)
  void aDuplicatePrimaryKeyIsToldFromOtherDuplicates(int code, String message, boolean primaryKey) {
    assertThat(DatabaseFailure.of(new SQLException(message, "23000", code)).isDuplicatePrimaryKey())
        .isEqualTo(primaryKey);
  }
}
