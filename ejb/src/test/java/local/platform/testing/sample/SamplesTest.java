package local.platform.testing.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.ArrayList;
import java.util.List;
import local.platform.db.testing.TestDatabase;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.Test;

class SamplesTest {
  /** A kind without one would be left out where tests try every list. */
  @Test
  void everyKindThatIsListedHasAListing() {
    List<Kind<?, ?, ?>> kinds = new ArrayList<>();
    try (TestServices services = new TestServices(TestDatabase.H2, new MutableClock())) {
      Samples.rules(services).forEach(rules -> kinds.add(rules.kind()));
    }

    assertThat(Samples.listings())
        .extracting(Listing::name)
        .containsAll(
            kinds.stream()
                .filter(kind -> kind.methods().contains("list"))
                .map(kind -> KindSample.words(kind, " "))
                .toList());
  }

  /** The rules are where the server finds its kinds. */
  @Test
  void everyKindHasASample() {
    List<String> kinds =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("local.platform").stream()
                .filter(type -> type.isAssignableTo(Rules.class) && !type.isInterface())
                .map(rules -> kindOf(rules.reflect()))
                .toList();

    try (TestServices services = new TestServices(TestDatabase.H2, new MutableClock())) {
      assertThat(Samples.rules(services))
          .extracting(rules -> rules.kind().name())
          .containsExactlyInAnyOrderElementsOf(kinds);
    }
  }

  private static String kindOf(Class<?> rules) {
    try {
      return ((Kind<?, ?, ?>) rules.getField("KIND").get(null)).name();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(rules + " has no public constant KIND", e);
    }
  }
}
