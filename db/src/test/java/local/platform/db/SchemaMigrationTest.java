package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaMigrationTest {
  @ParameterizedTest
  @EnumSource
  void migratesAnEmptyDatabaseAndLeavesAMigratedOneAlone(TestDatabase database)
      throws SQLException {
    DatabaseSettings settings = database.create();
    PlatformDataSource dataSource = new PlatformDataSource(settings);

    SchemaMigration.run(dataSource, database.vendor());
    SchemaMigration.run(dataSource, database.vendor());

    try (Connection connection = dataSource.getConnection()) {
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    }
  }
}
