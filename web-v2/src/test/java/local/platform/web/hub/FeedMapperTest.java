package local.platform.web.hub;

import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.proto.hub.Feed;
import local.platform.vulnerability.feed.FeedDraft;
import org.junit.jupiter.api.Test;

class FeedMapperTest {
  private static final Uid UID = new Uid("a".repeat(40) + "/" + "b".repeat(16));
  private static final FeedDraft STORED =
      FeedDraft.of("name", "text", true, List.of("PyPI", "Debian:12"), Map.of("apk", "Wolfi"));

  private static FeedDraft change(Feed values, String... paths) {
    DraftChange<FeedDraft> change =
        FeedMapper.DRAFTS.change(
            new FieldViolations(),
            values,
            FieldMask.newBuilder().addAllPaths(List.of(paths)).build());
    return change.applyTo(STORED);
  }

  @Test
  void aFeedLooksAsItsProtoSays() {
    Instant time = Instant.parse("2026-01-02T03:04:05.678Z");

    assertThat(
            json(
                FeedMapper.message(
                    new local.platform.vulnerability.feed.Feed(
                        UID, STORED, true, time, time.plusMillis(1), 2))))
        .isEqualTo(
            """
            {"uid":"%s","name":"name","description":"text","public":true,\
            "namespaces":["PyPI","Debian:12"],"defaults":{"apk":"Wolfi"},"listed":true,\
            "createTime":"2026-01-02T03:04:05.678Z","updateTime":"2026-01-02T03:04:05.679Z"}\
            """
                .formatted(UID));
  }

  @Test
  void everyFieldIsReadAndWhatIsOutputOnlyIsNot() {
    Feed message = FeedMapper.message(STORED).toBuilder().setUid("x").setListed(true).build();

    assertThat(FeedMapper.draft(new FieldViolations(), message)).isEqualTo(STORED);
  }

  @Test
  void anUpdateChangesWhatItsMaskNames() {
    Feed values = Feed.newBuilder().setName("other").putDefaults("deb", "Debian").build();

    assertThat(change(values, "public"))
        .isEqualTo(
            FeedDraft.of("name", "text", false, STORED.namespaces(), Map.of("apk", "Wolfi")));
    assertThat(change(values, "defaults", "namespaces"))
        .isEqualTo(FeedDraft.of("name", "text", true, List.of(), Map.of("deb", "Debian")));
    assertThat(change(values, "*"))
        .isEqualTo(FeedDraft.of("other", "", false, List.of(), Map.of("deb", "Debian")));
  }
}
