package local.platform.web.http;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that all unanswered requests share, in bytes. */
final class RequestMemory {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  RequestMemory(long limit) {
    this.limit = limit;
  }

  /** Takes bytes and returns true, if there are as many left; otherwise returns false. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) > limit) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Returns bytes to the shared memory. */
  void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Returns the number of bytes in use. */
  long used() {
    return used.get();
  }
}
