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
import local.platform.proto.testing.ListShelvesResponse;
import local.platform.proto.testing.Shelf;
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

  @Test
  void partsOfTheSameItemAreOneUpToAsManyAsThereMayBe() {
    Shelf one = Shelf.newBuilder().setId("one").addThings(thing(1)).build();
    Shelf other = Shelf.newBuilder().setId("other").addThings(thing(2)).build();

    assertThat(CollectedItems.of(shelves(4, one, one, other, one)))
        .isEqualTo(
            ListShelvesResponse.newBuilder()
                .addShelves(one.toBuilder().addThings(thing(1)))
                .addShelves(other)
                .addShelves(one)
                .build());
    assertThat(CollectedItems.of(shelves(0))).isEqualTo(ListShelvesResponse.getDefaultInstance());
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class, () -> CollectedItems.of(shelves(3, one, one, other, one)));
    assertThat(refusal.reason()).isEqualTo("LIST_TOO_LONG");
    assertThat(refusal.metadata()).isEqualTo(Map.of("limit", "3"));
  }

  private static Answer.Joined shelves(int most, Shelf... parts) {
    return new Answer.Joined(
        ListShelvesResponse.getDefaultInstance(), taker -> List.of(parts).forEach(taker), most);
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
