package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationFilesTest {
  @Test
  void theNewestMigrationHasTheGreatestNumber() {
    assertThat(
            MigrationFiles.newest(
                List.of(
                    "V0002__second.sql",
                    "V0012__twelfth.sql",
                    "V0003__third.sql",
                    "V0099__notes.txt",
                    "later/V0098__other.sql")))
        .isEqualTo(12);
  }

  @Test
  void withoutMigrationsThereIsNoNewest() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MigrationFiles.newest(List.of("V0099__notes.txt")))
        .withMessageContaining("V0099__notes.txt");
  }
}
