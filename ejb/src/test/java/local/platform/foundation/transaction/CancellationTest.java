package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Optional;
import java.util.function.Supplier;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Cancellation.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CancellationTest {
  @ParameterizedTest
  @CsvSource({"CANCELLED, CANCELLED", "DEADLINE_EXCEEDED, DEADLINE_EXCEEDED"})
  void workForNobodyStopsAndSaysWhyNobodyWaits(Reason reason, ErrorCode code) {
    assertThat(refusal(() -> Cancellation.watch(() -> Optional.of(reason), this::step)).code())
        .isEqualTo(code);
  }

  @Test
  void workForSomebodyGoesOn() {
    assertThat(Cancellation.<String>watch(Optional::empty, this::step)).isEqualTo("done");
  }

  @Test
  void theNextWorkOfTheThreadIsNotOfThatClient() {
    refusal(() -> Cancellation.watch(CancellationTest::gaveUp, this::step));

    assertThatCode(Cancellation::check).doesNotThrowAnyException();
  }

  @Test
  void aSharedRunGoesOnForTheOthersWhenTheClientOfItsThreadHasGone() {
    SingleFlight<String> shared = new SingleFlight<>(this::step);

    Cancellation.watch(
        CancellationTest::gaveUp,
        () -> {
          assertThat(shared.next()).isEqualTo("done");
          assertThat(refusal(this::step).code()).isEqualTo(ErrorCode.CANCELLED);
          return null;
        });
  }

  private static Optional<Reason> gaveUp() {
    return Optional.of(Reason.CANCELLED);
  }

  private String step() {
    Cancellation.check();
    return "done";
  }

  private static PlatformException refusal(Supplier<?> work) {
    return catchThrowableOfType(PlatformException.class, work::get);
  }
}
