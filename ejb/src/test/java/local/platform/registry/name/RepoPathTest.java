package local.platform.registry.name;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import local.platform.foundation.uid.Uid;
import local.platform.registry.name.RepoPath.Folder;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Pull names are compared with the grammar of a stock registry, which is written here anew. */
class RepoPathTest {
  private static final Pattern REGISTRY =
      Pattern.compile("[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*");

  private static final Pattern SEGMENT = Pattern.compile("[0-9a-f]{16}");
  private static final Uid ROOT = new Uid("a".repeat(40));
  private static final Uid GROUP = new Uid(ROOT + "/1111111111111111");
  private static final Uid REPO = new Uid(GROUP + "/2222222222222222");

  /** Names that the API accepts, those that registries accept among them more often than not. */
  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> any =
        Arbitraries.strings().withChars("ab09 ._-").ofMinLength(1).ofMaxLength(9);
    Arbitrary<String> words =
        Arbitraries.strings().withChars("abc123").ofMinLength(1).ofMaxLength(5);
    Arbitrary<String> separators = Arbitraries.of(".", "_", "__", "-", "---", "", "..", "._");
    Arbitrary<String> segments = Arbitraries.strings().withChars("0123456789abcdef").ofLength(16);
    return Arbitraries.oneOf(
        any,
        words,
        Combinators.combine(words, separators, words).as((one, by, other) -> one + by + other),
        segments);
  }

  @Provide
  Arbitrary<RepoPath> paths() {
    Arbitrary<Optional<String>> namespaces = Arbitraries.of("acme", "a-1.b").optional();
    Arbitrary<List<Folder>> folders =
        Combinators.combine(names(), Arbitraries.of(true, false))
            .as((name, alone) -> new Folder(ROOT, name, alone))
            .list()
            .ofMaxSize(12);
    return Combinators.combine(namespaces, folders, names())
        .as(
            (namespace, some, name) -> {
              Uid parent = ROOT;
              List<Folder> placed = new ArrayList<>();
              for (Folder folder : some) {
                parent = parent.newChild();
                placed.add(new Folder(parent, folder.name(), folder.isAlone()));
              }
              return new RepoPath(namespace, placed, parent.newChild(), name);
            });
  }

  @Property
  void everyPullNameIsOneOfARegistryWithAComponentForEachLevel(@ForAll("paths") RepoPath path) {
    for (String pullName : List.of(path.pullName(), path.distinctPullName())) {
      assertThat(pullName).matches(REGISTRY);
      assertThat(pullName.split("/", -1)).hasSize(path.folders().size() + 2);
      assertThat(RepoPath.mayBePullName(pullName)).isEqualTo(pullName.length() <= 255);
    }
  }

  /** The segment of a uid for whatever cannot stand for itself, and never the other way round. */
  @Property
  void aComponentIsTheNameOrTheUidAndNeverAmbiguous(@ForAll("paths") RepoPath path) {
    String[] components = path.pullName().split("/", -1);
    assertThat(components[0]).isEqualTo(path.namespace().orElse(ROOT.value()));
    for (int i = 0; i < path.folders().size(); i++) {
      Folder folder = path.folders().get(i);
      boolean usable = folder.isAlone() && isUsable(folder.name());
      assertThat(components[i + 1]).isEqualTo(usable ? folder.name() : last(folder.uid()));
    }
    assertThat(components[components.length - 1])
        .isEqualTo(isUsable(path.name()) ? path.name() : last(path.repo()));
  }

  @Property
  void theDistinctPullNameDiffersInItsEndAloneAndIsNobodyElses(@ForAll("paths") RepoPath path) {
    String pullName = path.pullName();
    String distinct = path.distinctPullName();
    assertThat(distinct).endsWith("/" + last(path.repo()));
    assertThat(start(distinct)).isEqualTo(start(pullName));
    RepoPath other = new RepoPath(path.namespace(), path.folders(), ROOT.newChild(), path.name());
    assertThat(other.distinctPullName()).isNotEqualTo(distinct);
  }

  @Property
  void itDependsOnNothingElse(@ForAll("paths") RepoPath path) {
    RepoPath same = new RepoPath(path.namespace(), path.folders(), path.repo(), path.name());
    assertThat(same.pullName()).isEqualTo(path.pullName());
  }

  @Example
  void examples() {
    assertThat(path("app", "team").pullName()).isEqualTo("acme/team/app");
    assertThat(path("my app", "team").pullName()).isEqualTo("acme/team/2222222222222222");
    assertThat(path("app", "my team").pullName()).isEqualTo("acme/1111111111111111/app");
    assertThat(path("app", "team.").pullName()).isEqualTo("acme/1111111111111111/app");
    assertThat(path("0123456789abcdef", "team").pullName()).isEqualTo("acme/team/2222222222222222");
    assertThat(path("0123456789abcdef0", "team").pullName())
        .isEqualTo("acme/team/0123456789abcdef0");
    RepoPath twins =
        new RepoPath(Optional.empty(), List.of(new Folder(GROUP, "team", false)), REPO, "app");
    assertThat(twins.pullName()).isEqualTo(ROOT + "/1111111111111111/app");
    assertThat(twins.distinctPullName()).isEqualTo(ROOT + "/1111111111111111/2222222222222222");
  }

  private static RepoPath path(String repo, String folder) {
    return new RepoPath(Optional.of("acme"), List.of(new Folder(GROUP, folder, true)), REPO, repo);
  }

  private static boolean isUsable(String name) {
    return REGISTRY.matcher(name).matches() && !SEGMENT.matcher(name).matches();
  }

  private static String last(Uid uid) {
    return uid.value().substring(uid.value().length() - 16);
  }

  private static String start(String pullName) {
    return pullName.substring(0, pullName.lastIndexOf('/'));
  }
}
