package local.platform.web.http;

import java.util.concurrent.atomic.AtomicLong;

/** What all requests that were not answered yet may hold together, in bytes. */
final class RequestMemory {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  RequestMemory(long limit) {
    this.limit = limit;
  }

  /** Takes bytes, if there are as many left. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) > limit) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Gives bytes back. */
  void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** How many are taken. */
  long used() {
    return used.get();
  }
}
