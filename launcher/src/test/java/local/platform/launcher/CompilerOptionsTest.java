package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompilerOptionsTest {
  private static final String MORE_THREADS = "-XX:CICompilerCount=8";

  @Test
  void onlyOnFewProcessorsAreThereMoreThreadsOfCompilersThanByDefault() {
    assertThat(CompilerOptions.of(1)).contains(MORE_THREADS);
    assertThat(CompilerOptions.of(4)).contains(MORE_THREADS);
    assertThat(CompilerOptions.of(5)).doesNotContain(MORE_THREADS).isNotEmpty();
  }
}
