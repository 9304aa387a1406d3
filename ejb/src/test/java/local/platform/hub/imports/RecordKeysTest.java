package local.platform.hub.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordKeysTest {
  @Test
  void isASet() {
    Random random = new Random(3);
    RecordKeys keys = new RecordKeys();
    Set<Long> model = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      // Small numbers repeat; the others have the same low bits.
      long key = random.nextBoolean() ? random.nextInt(5_000) : random.nextLong() << 20;
      assertThat(keys.contains(key)).isEqualTo(model.contains(key));
      assertThat(keys.add(key)).isEqualTo(model.add(key));
    }

    assertThat(model).allMatch(keys::contains).contains(0L);
    assertThat(keys.contains(-1)).isFalse();
  }
}
