package local.platform.web.v1.registry;

import static local.platform.web.testing.TestCall.fields;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.proto.registry.v1.GetRepoTagsSummaryRequest;
import local.platform.proto.registry.v1.Tag;
import local.platform.proto.registry.v1.TagFilter;
import local.platform.proto.registry.v1.TagHistoryFilter;
import local.platform.registry.tag.TagDraft;
import local.platform.registry.tag.TagHistoryEntry;
import local.platform.registry.tag.TagHistoryQuery;
import local.platform.registry.tag.TagNameFilter;
import local.platform.registry.tag.TagQuery;
import local.platform.registry.tag.TagSummary;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class TagV1MapperTest {
  private static final Uid REPO = new Uid("a".repeat(40)).newChild();
  private static final Uid UID = REPO.newChild();
  private static final Instant TIME = Instant.parse("2030-01-01T00:00:00.123999Z");
  private static final TagDraft STORED =
      new TagDraft("1.2", "sha256:abc", true, List.of("base", "fips"));

  private final Call call = TestCall.call();

  @Test
  void aTagLooksAsTheContractSays() {
    assertThat(json(TagV1Mapper.message(tag())))
        .isEqualTo(
            "{'id':'%s','name':'1.2','digest':'sha256:abc',".formatted(UID)
                + "'lastUpdated':'2030-01-01T00:00:00.123Z','deprecated':true,"
                + "'bundles':['base','fips']}");
  }

  private static local.platform.registry.tag.Tag tag() {
    return new local.platform.registry.tag.Tag(UID, STORED, TIME, 3);
  }

  @Test
  void anEntryOfTheHistoryHasNoDigestIfTheTagWasDeleted() {
    assertThat(json(TagV1Mapper.message(new TagHistoryEntry(TIME, Optional.of("sha256:abc")))))
        .isEqualTo("{'updateTimestamp':'2030-01-01T00:00:00.123Z','digest':'sha256:abc'}");
    assertThat(json(TagV1Mapper.message(new TagHistoryEntry(TIME, Optional.empty()))))
        .isEqualTo("{'updateTimestamp':'2030-01-01T00:00:00.123Z'}");
  }

  @Test
  void aSummaryLooksAsTheContractSays() {
    TagSummary summary =
        new TagSummary(REPO, 7, Optional.of(TIME), Optional.of(tag()), Optional.of("1.2.3"));

    assertThat(json(TagV1Mapper.message(summary)))
        .isEqualTo(
            "{'id':'%s','tagCount':'7','lastUpdated':'2030-01-01T00:00:00.123Z',".formatted(REPO)
                + "'latestTag':%s,'latestVersion':'1.2.3'}"
                    .formatted(json(TagV1Mapper.message(tag()))));
    assertThat(
            json(
                TagV1Mapper.message(
                    new TagSummary(REPO, 0, Optional.empty(), Optional.empty(), Optional.empty()))))
        .isEqualTo("{'id':'%s'}".formatted(REPO));
  }

  @Test
  void aReplacementKeepsTheDigestAndTheNameIfItHasNone() {
    DraftChange<TagDraft> without = change("{'id':'x','lastUpdated':'2030-01-01T00:00:00Z'}");
    assertThat(without.applyTo(STORED)).isEqualTo(new TagDraft("1.2", "sha256:abc"));
    assertThat(without.fields()).containsExactlyInAnyOrder("deprecated", "bundles");

    DraftChange<TagDraft> with =
        change("{'name':'1.2','digest':'sha256:def','deprecated':true,'bundles':['ai']}");
    assertThat(with.applyTo(STORED))
        .isEqualTo(new TagDraft("1.2", "sha256:def", true, List.of("ai")));
    assertThat(with.fields()).containsExactlyInAnyOrder("name", "digest", "deprecated", "bundles");
    assertThat(violations(call)).isEmpty();
  }

  private DraftChange<TagDraft> change(String json) {
    return TagV1Mapper.change(call.violations(), read(call, json, Tag.newBuilder()).build());
  }

  @Test
  void formsAreShownUnlessTheyAreExcluded() {
    assertThat(query("{}"))
        .isEqualTo(
            new TagQuery(
                UidpFilter.NONE,
                Optional.empty(),
                Optional.empty(),
                TagNameFilter.ALL,
                Optional.empty()));
    assertThat(query("{'excludeReferrers':true}").filter())
        .isEqualTo(new TagNameFilter(false, true, true));
    assertThat(query("{'excludeDates':true}").filter())
        .isEqualTo(new TagNameFilter(true, false, true));
    assertThat(query("{'excludeEpochs':true}").filter())
        .isEqualTo(new TagNameFilter(true, true, false));
    assertThat(filter("{}")).isEqualTo(TagNameFilter.ALL);
    assertThat(filter("{'excludeReferrers':true}")).isEqualTo(new TagNameFilter(false, true, true));
    assertThat(filter("{'excludeDates':true}")).isEqualTo(new TagNameFilter(true, false, true));
    assertThat(filter("{'excludeEpochs':true}")).isEqualTo(new TagNameFilter(true, true, false));
  }

  private TagNameFilter filter(String json) {
    return TagV1Mapper.filter(read(call, json, GetRepoTagsSummaryRequest.newBuilder()).build());
  }

  @Test
  void everyFilterIsRead() {
    assertThat(
            query(
                "{'id':'%s','uidp':{'childrenOf':'%s'},'name':'1.2',".formatted(UID, REPO)
                    + "'digest':'sha256:abc','updatedSince':'2030-01-01T00:00:00.5Z'}"))
        .isEqualTo(
            new TagQuery(
                UidpFilter.NONE.onlyChildrenOf(REPO).only(UID),
                Optional.of("1.2"),
                Optional.of(Instant.parse("2030-01-01T00:00:00.5Z")),
                TagNameFilter.ALL,
                Optional.of("sha256:abc")));
    assertThat(violations(call)).isEmpty();
  }

  private TagQuery query(String json) {
    return TagV1Mapper.query(call, read(call, json, TagFilter.newBuilder()).build());
  }

  @Test
  void aRangeOfTheHistoryEndsAfterItsStart() {
    String id = "'parentId':'%s'".formatted(UID);
    assertThat(history("{%s}".formatted(id)))
        .isEqualTo(new TagHistoryQuery(UID, Optional.empty(), Optional.empty()));
    assertThat(
            history(
                "{%s,'start':'2030-01-01T00:00:00.001Z','end':'2030-01-01T00:00:00.002Z'}"
                    .formatted(id)))
        .isEqualTo(
            new TagHistoryQuery(
                UID,
                Optional.of(Instant.parse("2030-01-01T00:00:00.001Z")),
                Optional.of(Instant.parse("2030-01-01T00:00:00.002Z"))));
    for (String start : List.of("2030-01-01T00:00:00.002Z", "2031-01-01T00:00:00Z")) {
      String json = "{%s,'start':'%s','end':'2030-01-01T00:00:00.002Z'}".formatted(id, start);
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> history(json))
          .satisfies(e -> assertThat(fields(e)).contains("end"));
    }
  }

  private TagHistoryQuery history(String json) {
    return TagV1Mapper.query(call, read(call, json, TagHistoryFilter.newBuilder()).build());
  }
}
