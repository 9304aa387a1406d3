package local.platform.foundation.resource;

import java.time.Clock;

/** Lets tests make rows in transactions of their own, past the observers. */
public final class UnobservedWrite {
  private UnobservedWrite() {}

  /** Returns a write by which rows can be made in the transaction of this thread. */
  public static Write begin() {
    return new Write(Author.SERVER, Clock.systemUTC());
  }
}
