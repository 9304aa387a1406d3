package local.platform.library.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.library.version.VersionPairs.Pair;
import local.platform.tool.CommandLine;
import local.platform.tool.PythonPackages;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our orders are those of packaging (PEP 440) and univers (NuGet, Semantic Versioning). */
class ReferenceOrderIT {
  private static final int PAIRS = 6_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"PEP440", "NUGET", "NPM"})
  void ordersAsTheReferenceDoes(VersionScheme scheme) throws Exception {
    Path python = Path.of("src/test/python");
    Path interpreter =
        PythonPackages.install(Path.of("target/python"), python.resolve("requirements.txt"));
    List<Pair> pairs = VersionPairs.of(scheme, PAIRS);
    Path input = directory.resolve("pairs");
    Files.write(input, pairs.stream().map(Pair::toString).toList());

    List<String> expected =
        CommandLine.run(
                directory,
                Map.of(),
                "sh",
                "-c",
                "exec \"$1\" \"$2\" \"$3\" < \"$4\"",
                "sh",
                interpreter.toAbsolutePath().toString(),
                python.resolve("compare_versions.py").toAbsolutePath().toString(),
                scheme.name(),
                input.toString())
            .lines()
            .toList();

    assertThat(expected).hasSize(PAIRS).anyMatch(line -> line.startsWith("0 pre"));
    assertThat(expected.stream().distinct().filter(line -> !line.contains("no")))
        .hasSizeGreaterThanOrEqualTo(8);
    for (int i = 0; i < PAIRS; i++) {
      assertThat(compared(scheme, pairs.get(i)))
          .as(pairs.get(i).toString())
          .isEqualTo(expected.get(i));
    }
  }

  private static String compared(VersionScheme scheme, Pair pair) {
    Optional<Version> one = scheme.parse(pair.one());
    Optional<Version> other = scheme.parse(pair.other());
    int order =
        one.isPresent() && other.isPresent() ? Integer.signum(one.get().compareTo(other.get())) : 0;
    return order + " " + kind(one) + " " + kind(other);
  }

  private static String kind(Optional<Version> version) {
    return version.map(each -> each.isPreRelease() ? "pre" : "rel").orElse("no");
  }
}
