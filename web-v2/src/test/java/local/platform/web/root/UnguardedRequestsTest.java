package local.platform.web.root;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnguardedRequestsTest {
  @Test
  void theyAreLoggedAtMostOnceInAnInterval() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // the clock may overflow
    UnguardedRequests requests = new UnguardedRequests(now::get);

    assertThat(requests.log()).isTrue();
    now.addAndGet(UnguardedRequests.INTERVAL.toNanos() - 1);
    assertThat(requests.log()).isFalse();
    now.addAndGet(1);
    assertThat(requests.log()).isTrue();
    assertThat(requests.log()).isFalse();
  }
}
