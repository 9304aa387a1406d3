package local.platform.web.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedPathTest {
  private static final Uid FEED = Uid.newRoot().newChild().newChild();

  private static List<String> rest(String path) {
    FeedPath parsed = FeedPath.parse("/feeds/" + FEED.value() + path);
    assertThat(parsed.feed()).contains(FEED);
    return parsed.rest();
  }

  @Test
  void theFirstSegmentThatIsNotOfAUidEndsIt() {
    assertThat(rest("/osv/all.zip")).containsExactly("osv", "all.zip");
    assertThat(rest("/osv/PyPI/" + "a".repeat(16))).containsExactly("osv", "PyPI", "a".repeat(16));
    assertThat(rest("")).isEmpty();
    assertThat(rest("/")).containsExactly("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%2F", "%2f"})
  void theSlashesOfTheUidMayBeEncoded(String slash) {
    FeedPath parsed = FeedPath.parse("/feeds/" + FEED.value().replace("/", slash) + "/osv/a");

    assertThat(parsed.feed()).contains(FEED);
    assertThat(parsed.rest()).containsExactly("osv", "a");
  }

  @Test
  void segmentsAreNamesWhateverIsEncodedInThem() {
    assertThat(rest("/osv/Rocky%20Linux/x_a%2Fb.json"))
        .containsExactly("osv", "Rocky Linux", "x_a/b.json");
    assertThat(rest("/osv/a+b~c@d/%2e%2e%2Fall.zip"))
        .containsExactly("osv", "a+b~c@d", "../all.zip");
    assertThat(rest("/osv//all.zip")).containsExactly("osv", "", "all.zip");
    assertThat(rest("/osv/%00.json")).containsExactly("osv", "\0.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/feeds",
        "/feeds/",
        "/feeds/osv/all.zip",
        "/feeds/0123456789abcdef/osv/all.zip",
        "/feeds/0123456789abcdef0123456789abcdef01234567/"
            + "0123456789abcdef0123456789abcdef01234567/osv/all.zip",
        "/feeds/0123456789ABCDEF0123456789ABCDEF01234567/osv/all.zip",
        "/feeds/0123456789abcdef0123456789abcdef01234567%2Fosv/all.zip",
        "/feeds/0123456789abcdef0123456789abcdef01234567%252F0123456789abcdef/osv/all.zip",
        "/feeds/%30123456789abcdef0123456789abcdef01234567/osv/all.zip",
        "/feeds/0123456789abcdef0123456789abcdef01234567/osv/%ff",
        "/hub/feeds/0123456789abcdef0123456789abcdef01234567"
      })
  void otherPathsHaveNoFeed(String path) {
    FeedPath parsed = FeedPath.parse(path);

    assertThat(parsed.feed()).isEmpty();
    assertThat(parsed.rest()).isEmpty();
  }
}
