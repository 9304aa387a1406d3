package local.platform.foundation.resource;

import java.time.Clock;

/** Lets tests write rows in transactions of their own, without observers. */
public final class UnobservedWrite {
  private UnobservedWrite() {}

  /** Returns a write for the transaction of this thread. */
  public static Write begin() {
    Clock clock = Clock.systemUTC();
    return new Write(Author.SERVER, clock, clock::instant);
  }
}
