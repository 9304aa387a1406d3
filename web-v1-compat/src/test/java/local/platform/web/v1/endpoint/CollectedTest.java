package local.platform.web.v1.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Int64Value;
import com.google.protobuf.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import local.platform.config.Configuration;
import local.platform.error.ErrorCode;
import local.platform.error.PlatformException;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class CollectedTest {
  private final Call call = TestCall.call();
  private final List<Long> asked = new ArrayList<>();
  private final Collected collected = new Collected(limit(3));

  @Test
  void aListUpToTheLimitIsCollectedInItsOrder() {
    assertThat(collected.items(call, numbers(0))).isEmpty();
    assertThat(collected.items(call, numbers(3)))
        .containsExactly(Int64Value.of(0), Int64Value.of(1), Int64Value.of(2));
  }

  @Test
  void aLongerListIsRefusedWithAWayOut() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class, () -> collected.items(call, numbers(1_000_000)));

    assertThat(refusal.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(refusal.reason()).isEqualTo("LIST_TOO_LONG");
    assertThat(refusal).hasMessageContaining("page by page with version 2");
    assertThat(refusal.metadata()).isEqualTo(Map.of("limit", "3"));
  }

  @Test
  void noMoreIsReadThanOneBeyondTheLimit() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> collected.items(call, numbers(9)));

    assertThat(asked).containsExactly(4L);
  }

  @Test
  void aListThatIsTooLargeForOneMessageIsRefusedBeforeItIsAllInMemory() {
    StringValue megabyte = StringValue.of("a".repeat(1 << 20));
    AtomicInteger given = new AtomicInteger();
    Collected many = new Collected(limit(50_000));

    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () ->
                many.items(
                    call,
                    (ItemWalk<StringValue>)
                        (window, items) ->
                            LongStream.range(0, window.limit())
                                .peek(i -> given.incrementAndGet())
                                .forEach(i -> items.accept(megabyte))));

    assertThat(refusal.reason()).isEqualTo("LIST_TOO_LONG");
    assertThat(given).hasValue(64);
  }

  @Test
  void nothingIsReadForACallWithWhichSomethingIsWrong() {
    call.violations().add("id", "is odd");

    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, () -> collected.items(call, numbers(1)));

    assertThat(TestCall.fields(refusal)).containsExactly("id");
    assertThat(asked).isEmpty();
  }

  private ItemWalk<Int64Value> numbers(long count) {
    return (window, items) -> {
      asked.add(window.limit());
      LongStream.range(window.skip(), Math.min(count, window.limit()))
          .mapToObj(Int64Value::of)
          .forEach(items);
    };
  }

  private static Configuration limit(int limit) {
    Map<String, String> properties =
        Map.of("platform.quickstart", "true", "platform.v1.grpc-list-limit", String.valueOf(limit));
    return Configuration.from(
        name -> Optional.ofNullable(properties.get(name)), name -> Optional.empty(), Set.of());
  }
}
