package local.platform.testing;

import java.util.Random;

/** The seed of a test's random values, which its messages contain. */
public final class Seed {
  private static final String PROPERTY = "test.seed";

  private final long value;

  /** Creates a random seed, or the one in the system property {@code test.seed}. */
  public Seed() {
    this.value = Long.getLong(PROPERTY, System.nanoTime());
  }

  /** Returns a source of random values that begins with the seed. */
  public Random random() {
    return new Random(value);
  }

  @Override
  public String toString() {
    return "-D" + PROPERTY + "=" + value;
  }
}
