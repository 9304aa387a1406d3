package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryOptionsTest {
  private static final String METASPACE = "-XX:MetaspaceSize=128m";
  private static final String SERIAL = "-XX:+UseSerialGC";
  private static final String FIRST_HEAP = "-Xms64m";

  @ParameterizedTest
  @ValueSource(strings = {"", "-Xmx512m", "-XX:-UseG1GC -XX:+UseDynamicNumberOfGCThreads"})
  void withFewProcessorsTheCollectorIsTheSerialOne(String given) {
    assertThat(MemoryOptions.with(given, 1)).containsExactly(METASPACE, SERIAL, FIRST_HEAP);
    assertThat(MemoryOptions.with(given, 2)).containsExactly(METASPACE, SERIAL, FIRST_HEAP);
  }

  @Test
  void withMoreProcessorsItIsLeftToJava() {
    assertThat(MemoryOptions.with("", 3)).containsExactly(METASPACE);
  }

  /** The JVM does not start with two. */
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseG1GC", "-Xmx1g -XX:+UseZGC", "-XX:+UseParallelGC -Xmx1g"})
  void aGivenCollectorIsKept(String given) {
    assertThat(MemoryOptions.with(given, 2)).containsExactly(METASPACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xms1g", "-XX:InitialHeapSize=1g", "-Xmx1g -XX:InitialRAMPercentage=50"})
  void aGivenFirstHeapIsKept(String given) {
    assertThat(MemoryOptions.with(given, 2)).containsExactly(METASPACE, SERIAL);
  }

  @Test
  void aGivenMetaspaceIsKept() {
    assertThat(MemoryOptions.with("-XX:MetaspaceSize=96m", 4)).isEmpty();
  }
}
