package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.sql.SQLException;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;

/** The check before a start refuses a MySQL that is not set up as it must be, and says why. */
class MySqlRefusalTest {
  /** The length of a packet is a multiple of this. */
  private static final int STEP = 1_024;

  @Test
  void whatMustBeSetUpDifferentlyIsTold() throws SQLException {
    TestDatabase.requireMySql();
    int packet = DatabaseVendor.MIN_PACKET_BYTES - STEP;
    try (MySqlServer mySql = MySqlServer.start("--max-allowed-packet=" + packet)) {
      DatabaseSettings settings = mySql.createDatabase();
      // Nobody has logged in as that user, so that MySQL needs the whole password.
      assertRefused(with(settings, settings.url().replace("allowPublicKeyRetrieval=true", "")))
          .contains("sslMode=VERIFY_IDENTITY")
          .doesNotContain("allowPublicKeyRetrieval", settings.password());
      assertRefused(settings).contains(String.valueOf(packet), "max_allowed_packet=64M");

      mySql.execute("SET GLOBAL max_allowed_packet = " + DatabaseVendor.MIN_PACKET_BYTES);

      assertThat(ExistingDatabase.read(settings, connection -> "read")).contains("read");
      assertThat(
              ExistingDatabase.read(
                  with(settings, settings.url().replace("sslMode=DISABLED", "sslMode=REQUIRED")),
                  connection -> "read"))
          .as("with what is recommended")
          .contains("read");
    }
  }

  private static DatabaseSettings with(DatabaseSettings settings, String url) {
    return new DatabaseSettings(url, settings.user(), settings.password(), settings.poolSize());
  }

  private static AbstractStringAssert<?> assertRefused(DatabaseSettings settings) {
    return assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> ExistingDatabase.read(settings, connection -> "read"))
        .extracting(Throwable::getMessage, STRING);
  }
}
