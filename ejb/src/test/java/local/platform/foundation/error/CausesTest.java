package local.platform.foundation.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void theFailureComesFirstAndTheDeepestCauseLast() {
    Exception deepest = new Exception("deepest");
    Exception middle = new Exception(deepest);
    Exception thrown = new Exception(middle);

    assertThat(Causes.of(thrown)).containsExactly(thrown, middle, deepest);
  }

  @Test
  void aCircleOfCausesEnds() {
    Exception one = new Exception();
    Exception two = new Exception(one);
    one.initCause(two);

    assertThat(Causes.of(one)).contains(one, two);
  }
}
