package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.db.PrimaryLease;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.foundation.transaction.CommitOutcomes.Search;
import org.junit.jupiter.api.Test;

class CommitOutcomesTest {
  @Test
  void noMoreWritesGoOnThanTheNodeHasThreadsToSpare() {
    CommitOutcomes outcomes = outcomes(DatabaseVendor.MYSQL, CommitOutcomes.LIMIT);
    List<Search> searches = new ArrayList<>();
    for (int i = 0; i < CommitOutcomes.AT_ONCE; i++) {
      searches.add(outcomes.search());
    }
    assertThat(searches).allMatch(Search::awaitNext).allMatch(Search::isOn);

    try (Search beyond = outcomes.search()) {
      assertThat(beyond.awaitNext()).isFalse();
      searches.get(0).close();
      assertThat(beyond.awaitNext()).as("it has given up").isFalse();
    }
    try (Search next = outcomes.search()) {
      assertThat(next.awaitNext()).isTrue();
    }
    searches.forEach(Search::close);
  }

  @Test
  void aWriteGoesOnUntilItsTimeIsOver() {
    CommitOutcomes outcomes = outcomes(DatabaseVendor.MYSQL, Duration.ofMillis(300));
    try (Search search = outcomes.search()) {
      int attempts = 0;
      while (search.awaitNext()) {
        attempts++;
      }

      assertThat(attempts).as("one at once, and then with pauses").isBetween(1, 2);
      assertThat(search.isOn()).isFalse();
    }
  }

  @Test
  void nobodyGoesOnForAClientThatHasGone() {
    try (Search search = outcomes(DatabaseVendor.MYSQL, CommitOutcomes.LIMIT).search()) {
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(
              () ->
                  Cancellation.watch(
                      () -> Optional.of(Reason.DEADLINE_EXCEEDED), search::awaitNext))
          .extracting(PlatformException::reason)
          .isEqualTo("DEADLINE_EXCEEDED");
    }
  }

  @Test
  void onH2NoWriteGoesOn() {
    try (Search search = outcomes(DatabaseVendor.H2, CommitOutcomes.LIMIT).search()) {
      assertThat(search.awaitNext()).isFalse();
    }
  }

  private static CommitOutcomes outcomes(DatabaseVendor vendor, Duration limit) {
    return new CommitOutcomes(vendor, PrimaryLease.unneeded(), limit);
  }
}
