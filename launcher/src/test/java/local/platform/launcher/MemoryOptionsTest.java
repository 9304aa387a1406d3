package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryOptionsTest {
  private static final String METASPACE = "-XX:MetaspaceSize=128m";
  private static final String SERIAL = "-XX:+UseSerialGC";
  private static final String FIRST_HEAP = "-Xms64m";
  private static final String SURVIVORS = "-XX:TargetSurvivorRatio=90";

  @ParameterizedTest
  @ValueSource(strings = {"", "-Xmx512m", "-XX:-UseG1GC", "-XX:+UseDynamicNumberOfGCThreads"})
  void withFewProcessorsTheCollectorIsTheSerialOne(String given) {
    assertThat(with(given, 1)).containsExactly(METASPACE, SERIAL, FIRST_HEAP, SURVIVORS);
    assertThat(with(given, 2)).containsExactly(METASPACE, SERIAL, FIRST_HEAP, SURVIVORS);
  }

  @Test
  void withMoreProcessorsItIsLeftToJava() {
    assertThat(with("-Xmx1g", 3)).containsExactly(METASPACE);
  }

  /** The JVM does not start with two. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseG1GC",
        "-XX:+UseZGC",
        "-XX:+UseParallelGC",
        "-XX:G1HeapRegionSize=1m",
        "-XX:ActiveProcessorCount=4"
      })
  void aGivenCollectorIsKept(String given) {
    assertThat(with(given, 2)).containsExactly(METASPACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"@options", "-XX:VMOptionsFile=options", "-XX:Flags=options"})
  void whatIsInAFileIsNotKnown(String given) {
    assertThat(with(given, 2)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xms1g",
        "-XX:InitialHeapSize=1g",
        "-XX:MinHeapSize=1g",
        "-XX:InitialRAMPercentage=50"
      })
  void aGivenFirstHeapIsKept(String given) {
    assertThat(with(given, 2)).containsExactly(METASPACE, SERIAL, SURVIVORS);
  }

  @Test
  void aGivenShareOfSurvivorsIsKept() {
    assertThat(with("-XX:TargetSurvivorRatio=50", 2))
        .containsExactly(METASPACE, SERIAL, FIRST_HEAP);
  }

  @Test
  void aGivenMetaspaceIsKept() {
    assertThat(with("-XX:MetaspaceSize=96m", 4)).isEmpty();
  }

  private static List<String> with(String given, int processors) {
    return MemoryOptions.with(List.of("-Xmx1g", given), processors);
  }
}
