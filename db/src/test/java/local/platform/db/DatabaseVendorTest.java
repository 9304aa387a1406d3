package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import local.platform.config.DatabaseSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseVendorTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:./data/platform, H2",
    "jdbc:h2:mem:x, H2",
    "jdbc:mysql://h/d, MYSQL",
    "'jdbc:mysql://a,b/d', MYSQL"
  })
  void theVendorFollowsFromTheUrl(String url, DatabaseVendor vendor) {
    assertThat(DatabaseVendor.of(new DatabaseSettings(url, "", "", 2))).isEqualTo(vendor);
  }

  @ParameterizedTest
  @EnumSource
  void aUrlWithoutPropertiesGetsAllOfOurs(DatabaseVendor vendor) {
    assertThat(properties(vendor, vendor.complete(base(vendor))))
        .isEqualTo(lowerCase(vendor.connectionProperties()));
  }

  @ParameterizedTest
  @EnumSource
  void everyPropertyOfOursIsKeptWhereTheUrlSetsIt(DatabaseVendor vendor) {
    for (String key : vendor.connectionProperties().keySet()) {
      Map<String, String> expected = lowerCase(vendor.connectionProperties());
      expected.put(key.toLowerCase(Locale.ROOT), "theirs");

      String url = vendor.complete(base(vendor) + first(vendor) + key + "=theirs");

      assertThat(properties(vendor, url)).as(key).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theCaseOfAPropertyDoesNotMatter(DatabaseVendor vendor) {
    String key = vendor.connectionProperties().keySet().iterator().next();

    String url =
        vendor.complete(base(vendor) + first(vendor) + key.toUpperCase(Locale.ROOT) + "=theirs");
    String other =
        vendor.complete(base(vendor) + first(vendor) + key.toLowerCase(Locale.ROOT) + "=theirs");

    assertThat(properties(vendor, url)).containsEntry(key.toLowerCase(Locale.ROOT), "theirs");
    assertThat(properties(vendor, other)).containsEntry(key.toLowerCase(Locale.ROOT), "theirs");
  }

  @ParameterizedTest
  @EnumSource
  void aUrlThatSetsEverythingStaysAsItIs(DatabaseVendor vendor) {
    String complete = vendor.complete(base(vendor));

    assertThat(vendor.complete(complete)).isEqualTo(complete);
  }

  @ParameterizedTest
  @EnumSource
  void propertiesOfTheUrlAloneStayInFront(DatabaseVendor vendor) {
    String url = base(vendor) + first(vendor) + "somethingElse=1";

    assertThat(vendor.complete(url)).startsWith(url + separator(vendor));
    assertThat(properties(vendor, vendor.complete(url)))
        .containsEntry("somethingelse", "1")
        .containsAllEntriesOf(lowerCase(vendor.connectionProperties()));
  }

  @ParameterizedTest
  @EnumSource
  void aSeparatorAtTheEndOfTheUrlIsNotDoubled(DatabaseVendor vendor) {
    String open = base(vendor) + first(vendor);
    String afterOne = open + "somethingElse=1" + separator(vendor);

    assertThat(properties(vendor, vendor.complete(open)))
        .isEqualTo(lowerCase(vendor.connectionProperties()));
    assertThat(properties(vendor, vendor.complete(afterOne)))
        .hasSize(vendor.connectionProperties().size() + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL, jdbc:mysql://h/d?xConnectTimeout=1",
    "MYSQL, jdbc:mysql://h/d?x=connectTimeout=1",
    "MYSQL, jdbc:mysql://h/connectTimeout=1",
    "H2, jdbc:h2:mem:x;MY_LOCK_TIMEOUT=1",
    "H2, jdbc:h2:file:/LOCK_TIMEOUT=1/x"
  })
  void aPropertyThatOnlyLooksLikeOursDoesNotReplaceIt(DatabaseVendor vendor, String url) {
    assertThat(properties(vendor, vendor.complete(url)))
        .containsAllEntriesOf(lowerCase(vendor.connectionProperties()));
  }

  @ParameterizedTest
  @EnumSource
  void propertiesForAnOccasionComeBeforeOursAndBehindThoseOfTheUrl(DatabaseVendor vendor) {
    List<String> keys = List.copyOf(vendor.connectionProperties().keySet());
    String theirs = base(vendor) + first(vendor) + keys.get(0) + "=theirs";

    String url =
        vendor.complete(
            vendor.complete(theirs, Map.of(keys.get(0), "occasion", keys.get(1), "occasion")));

    assertThat(properties(vendor, url))
        .hasSize(keys.size())
        .containsEntry(keys.get(0).toLowerCase(Locale.ROOT), "theirs")
        .containsEntry(keys.get(1).toLowerCase(Locale.ROOT), "occasion");
  }

  private static String base(DatabaseVendor vendor) {
    return switch (vendor) {
      case MYSQL -> "jdbc:mysql://h:3306/d";
      case H2 -> "jdbc:h2:file:/data/platform";
    };
  }

  private static String first(DatabaseVendor vendor) {
    return switch (vendor) {
      case MYSQL -> "?";
      case H2 -> ";";
    };
  }

  private static String separator(DatabaseVendor vendor) {
    return switch (vendor) {
      case MYSQL -> "&";
      case H2 -> ";";
    };
  }

  /**
   * Returns the properties as the driver reads them: without regard to case, none twice, none
   * empty.
   */
  private static Map<String, String> properties(DatabaseVendor vendor, String url) {
    Map<String, String> properties = new HashMap<>();
    String list = url.substring(url.indexOf(first(vendor)) + 1);
    for (String property : list.split(separator(vendor), -1)) {
      String[] parts = property.split("=", 2);
      assertThat(parts).as(url).hasSize(2);
      String before = properties.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
      assertThat(before).as("%s twice in %s", parts[0], url).isNull();
    }
    return properties;
  }

  private static Map<String, String> lowerCase(Map<String, String> properties) {
    Map<String, String> lower = new HashMap<>();
    properties.forEach((key, value) -> lower.put(key.toLowerCase(Locale.ROOT), value));
    return lower;
  }
}
