package local.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseSettingsTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h:3306/d, jdbc:mysql://h:3306/d",
    "jdbc:mysql://h/d?password=p, jdbc:mysql://h/d",
    "jdbc:mysql://h/d?password=p@q, jdbc:mysql://h/d",
    "jdbc:h2:file:/data/platform;PASSWORD=p, jdbc:h2:file:/data/platform",
    "jdbc:h2:mem:x, jdbc:h2:mem:x",
    "jdbc:mysql://u:p@h/d, jdbc:mysql://…",
    "jdbc:mysql://u:p?q@h/d, jdbc:mysql://…",
    "'jdbc:mysql://(host=h,user=u,password=p)/d', jdbc:mysql://…",
    "jdbc:mysql://address=(host=h)(password=p)/d, jdbc:mysql://…"
  })
  void theSafeUrlHasNoPlaceForAPassword(String url, String safe) {
    assertThat(new DatabaseSettings(url, "u", "p", 2).safeUrl()).isEqualTo(safe);
  }
}
