package local.platform.testing;

import java.util.Random;

/** Where the randomness of a test begins: a number that the test tells when it fails. */
public final class Seed {
  private static final String PROPERTY = "test.seed";

  private final long value;

  /** Another one each time, or the one in the system property {@code test.seed}. */
  public Seed() {
    this.value = Long.getLong(PROPERTY, System.nanoTime());
  }

  /** A source that begins here. */
  public Random random() {
    return new Random(value);
  }

  @Override
  public String toString() {
    return "-D" + PROPERTY + "=" + value;
  }
}
