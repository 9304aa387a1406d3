package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.ThingList;
import local.platform.web.endpoint.Answer;
import org.junit.jupiter.api.Test;

class CollectedItemsTest {
  private final List<Long> asked = new ArrayList<>();
  private final CollectedItems collected = new CollectedItems(3);

  @Test
  void aListUpToTheLimitIsCollectedInItsOrder() {
    assertThat(collected.of(things(0))).isEqualTo(ThingList.getDefaultInstance());
    assertThat(collected.of(things(3)))
        .isEqualTo(
            ThingList.newBuilder()
                .addItems(thing(0))
                .addItems(thing(1))
                .addItems(thing(2))
                .build());
  }

  @Test
  void aLongerListIsRefusedWithAWayOut() {
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, () -> collected.of(things(1_000_000)));

    assertThat(refusal.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(refusal.reason()).isEqualTo("LIST_TOO_LONG");
    assertThat(refusal).hasMessageContaining("read it over REST");
    assertThat(refusal.metadata()).isEqualTo(Map.of("limit", "3"));
  }

  @Test
  void noMoreIsReadThanOneBeyondTheLimit() {
    assertThatExceptionOfType(PlatformException.class).isThrownBy(() -> collected.of(things(9)));

    assertThat(asked).containsExactly(4L);
  }

  @Test
  void aListThatIsTooLargeForOneMessageIsRefusedBeforeItIsAllInMemory() {
    Thing megabyte = Thing.newBuilder().setDisplayName("a".repeat(1 << 20)).build();
    AtomicInteger given = new AtomicInteger();

    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () ->
                new CollectedItems(50_000)
                    .of(
                        new Answer.Items(
                            ThingList.getDefaultInstance(),
                            (window, items) ->
                                LongStream.range(0, window.limit())
                                    .peek(i -> given.incrementAndGet())
                                    .forEach(i -> items.accept(megabyte)))));

    assertThat(refusal.reason()).isEqualTo("LIST_TOO_LONG");
    assertThat(given).hasValue(64);
  }

  private static Thing thing(long number) {
    return Thing.newBuilder().setUid(String.valueOf(number)).build();
  }

  private Answer.Items things(long count) {
    return new Answer.Items(
        ThingList.getDefaultInstance(),
        (window, items) -> {
          asked.add(window.limit());
          LongStream.range(window.skip(), Math.min(count, window.limit()))
              .mapToObj(CollectedItemsTest::thing)
              .forEach(items);
        });
  }
}
