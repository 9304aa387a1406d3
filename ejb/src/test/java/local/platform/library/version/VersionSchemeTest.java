package local.platform.library.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VersionSchemeTest {

  /** Each line is in ascending order; what comes before the bar is no version of the scheme. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "MAVEN; | 1.0-alpha-1 1.0-beta-2 1.0-M3 1.0-rc1 1.0-20231231.235959-3 1.0.0-20240101.101010-2 1.0-20240101.101010-10 1.0-SNAPSHOT 1 1.0 1.0.1 1.0.10 1.1 2.0-jre 99999999999999999999.1",
        "NPM; 01.0.0 1.0 latest v1.0.0 | 1.0.0-1 1.0.0-2 1.0.0-10 1.0.0-20230101120000 1.0.0-100000000000000000000 1.0.0-Z 1.0.0-a 1.0.0-a.1 1.0.0-a.b 1.0.0 1.0.0+build 1.0.1 10.0.0 99999999999.0.0",
        "GO; latest v1. v1.2.3.4 v99999999999.0.0 | v0.0.0-20191109021931-daa7c04131f5 v0.0.0-20201109021931-aaa7c04131f5 v1.2.3-0.20191109021931-daa7c04131f5 v1.2.3-rc.1 v1.2.3-rc.2 v1.2.3 v1.10.0 v2.0.0+incompatible v2.0.1",
        "PEP440; 1.0-final not.a.version | 1.0.dev1 1.0a1.dev1 1.0a1 1.0b2 1.0rc1 1.0 1.0.0 1.0+cpu 1.0+cu118 1.0.post1.dev2 1.0.post1 1.1 1!0.1",
        "NUGET; 1.0.0.0.0 latest | 1.0-alpha 1.0.0-Beta 1.0.0-beta.2 1.0.0-beta.10 1 1.0 1.0.0 1.0.0.0 1.0.0.1 1.0.1",
        "SEMVER; 1.0.0.0 latest v v1. | 1.0.0-1 1.0.0-10 1.0.0-Z 1.0.0-a 1 1.0 1.0.0 1.0.0+build v1.0.0 1.0.1 v1.2 1.10 10 99999999999.0.0",
        "DEB; 1_0 99999999999 ü | 0~~ 0~ 0 1.0~~a-1 1.0~rc1-1 1.0 1.0-0 1.0-1~deb12u1 1.0-1 1.0-1+deb12u1 1.0a 1.0+dfsg-1 1.0.1 1.10 1:0.1",
        "RPM; 1-2-3 99999999999:1 | 1.0~rc1-1 1.0 1.0-1.el8 1.0-1.el9 1.0-10.el9 1.0^git1-1 1.0a-1 1.0.1-1 1.10-1 99999999999 1:0.1-1"
      })
  void ordersAsTheEcosystemDoes(VersionScheme scheme, String ascending) {
    List<String> none = words(ascending.split("\\|", -1)[0]);
    List<String> versions = words(ascending.split("\\|", -1)[1]);
    List<String> all = new ArrayList<>(none);
    all.addAll(versions);

    assertThat(none).allMatch(text -> scheme.parse(text).isEmpty());
    assertThat(versions).allMatch(text -> scheme.parse(text).isPresent());
    List<String> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(7));
    assertThat(shuffled.stream().map(scheme::version).sorted().map(OrderedVersion::text))
        .containsExactlyElementsOf(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "MAVEN; 1.0 1.0-20240101 3.0.0-20240101.101010 2.0.RELEASE 33.6.0-jre 1.0-b 3.1-android 1.0.Final; 1.0-alpha-1 1.0-b2 2.0.0.M5 1.0-SNAPSHOT 3.0.0-20240101.101010-1 1.0rc1 4.0.0-RC2 1-cr1",
        "NPM; 1.0.0 1.0.0+rc; 1.0.0-0 1.0.0-x",
        "GO; v1.0.0 v2.0.0+incompatible; v1.0.0-rc1 v0.0.0-20191109021931-daa7c04131f5",
        "PEP440; 1.0 1.0.post1 1.0+cu118; 1.0a1 1.0.dev3 1.0.post1.dev2",
        "NUGET; 1.0 1.0.0.4; 1.0-alpha"
      })
  void tellsReleasesFromWhatPrecedesThem(
      VersionScheme scheme, String releases, String preReleases) {
    assertThat(words(releases)).allMatch(text -> scheme.version(text).isRelease());
    assertThat(words(preReleases))
        .allMatch(text -> scheme.parse(text).isPresent())
        .noneMatch(text -> scheme.version(text).isRelease());
  }

  /** Versions come from outside. */
  @ParameterizedTest
  @EnumSource
  void survivesAnyText(VersionScheme scheme) {
    String characters = "0129999999999.-+_!~^:vabrcdevpost \u00e9\ud83d";
    Random random = new Random(11);
    List<OrderedVersion> versions = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(9); length >= 0; length--) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      versions.add(scheme.version(text.toString()));
    }
    versions.add(scheme.version("1" + ".1".repeat(120)));
    versions.add(scheme.version("1" + "-a".repeat(120)));
    versions.add(scheme.version("1".repeat(255)));

    for (int i = 1; i < versions.size(); i++) {
      OrderedVersion one = versions.get(i - 1);
      OrderedVersion other = versions.get(i);
      assertThat(Integer.signum(one.compareTo(other)))
          .as(one + " and " + other)
          .isEqualTo(-Integer.signum(other.compareTo(one)));
    }
  }

  @Test
  void noTextIsTooStrange() {
    assertThat(VersionScheme.GO.version("").compareTo(VersionScheme.GO.version("v1.0.0")))
        .isNegative();
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
  }
}
