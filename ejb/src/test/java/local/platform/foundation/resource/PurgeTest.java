package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PurgeTest {
  @Test
  void ofEachOwnerIsDeletedUntilNothingIsLeft() {
    List<String> calls = new ArrayList<>();

    Purge.all(
        "rows of",
        List.of("a", "b"),
        owner -> {
          calls.add(owner);
          return calls.size() % 3 != 0;
        });

    assertThat(calls).containsExactly("a", "a", "a", "b", "b", "b");
  }

  /** It fails at its second turn, so that something of it was deleted. */
  @Test
  void oneThatFailsKeepsNoOtherFromItsTurn() {
    List<String> calls = new ArrayList<>();

    Purge.all(
        "rows of",
        List.of("a", "b", "c"),
        owner -> {
          calls.add(owner);
          if (calls.size() == 3) {
            throw new IllegalStateException("the database is away");
          }
          return owner.equals("b");
        });

    assertThat(calls).containsExactly("a", "b", "b", "c");
  }
}
