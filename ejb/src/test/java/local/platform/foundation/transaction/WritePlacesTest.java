package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.persistence.PersistenceException;
import local.platform.db.PrimaryLease;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WritePlacesTest {
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 3", "8, 6", "20, 15", "1000, 750"})
  void aQuarterOfTheConnectionsIsLeftToReads(int connections, int writes) {
    assertThat(WritePlaces.limit(connections)).isEqualTo(writes);
  }

  @Test
  void oneTooManyFailsAsWithoutAConnection() {
    WritePlaces places = new WritePlaces(3, PrimaryLease.unneeded());
    places.take();
    places.take();

    assertThatExceptionOfType(PersistenceException.class)
        .isThrownBy(places::take)
        .satisfies(e -> assertThat(DatabaseFailure.of(e).kind()).isEqualTo(Kind.CONNECTION))
        .withStackTraceContaining("all 2 connections for writes are in use");
  }

  @Test
  void whatIsGivenBackIsTakenAgain() {
    WritePlaces places = new WritePlaces(2, PrimaryLease.unneeded());
    for (int i = 0; i < 3; i++) {
      places.take();
      places.giveBack();
    }
    places.take();

    assertThatExceptionOfType(PersistenceException.class).isThrownBy(places::take);
  }
}
