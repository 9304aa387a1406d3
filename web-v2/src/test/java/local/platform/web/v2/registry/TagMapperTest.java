package local.platform.web.v2.registry;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.registry.v2.ListTagsRequest;
import local.platform.registry.tag.Tag;
import local.platform.registry.tag.TagDraft;
import local.platform.registry.tag.TagNameFilter;
import local.platform.registry.tag.TagQuery;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class TagMapperTest {
  private static final Uid REPO = new Uid("a".repeat(40)).newChild();
  private static final Uid UID = REPO.newChild();

  private final Call call = TestCall.call();

  @Test
  void aTagLooksAsTheContractSaysWithItsTimeCutToMilliseconds() {
    Tag tag =
        new Tag(
            UID,
            new TagDraft("1.2", "sha256:abc", false, List.of("base", "fips")),
            Instant.parse("2030-01-01T00:00:00.123999Z"),
            3);

    assertThat(json(TagMapper.message(tag)).replace('"', '\''))
        .isEqualTo(
            "{'uid':'%s','name':'1.2','digest':'sha256:abc',".formatted(UID)
                + "'updateTime':'2030-01-01T00:00:00.123Z','deprecated':false,"
                + "'bundles':['base','fips']}");
    assertThat(TagMapper.message(tag).getUpdateTime())
        .isEqualTo(
            Timestamp.newBuilder()
                .setSeconds(Instant.parse("2030-01-01T00:00:00Z").getEpochSecond())
                .setNanos(123_000_000)
                .build());
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (TagDraft draft :
        List.of(TagDraft.EMPTY, new TagDraft("1.2", "sha256:abc", true, List.of("fips", "base")))) {
      assertThat(TagMapper.draft(call.violations(), TagMapper.message(draft))).isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void formsAreHiddenUnlessTheyAreIncluded() {
    assertThat(TagMapper.query(call, ListTagsRequest.getDefaultInstance()))
        .isEqualTo(
            new TagQuery(
                UidpFilter.NONE,
                Optional.empty(),
                Optional.empty(),
                new TagNameFilter(false, false, false),
                Optional.empty()));
    ListTagsRequest.Builder request = ListTagsRequest.newBuilder();
    assertThat(TagMapper.query(call, request.setIncludeReferrers(true).build()).filter())
        .isEqualTo(new TagNameFilter(true, false, false));
    assertThat(TagMapper.query(call, request.setIncludeDates(true).build()).filter())
        .isEqualTo(new TagNameFilter(true, true, false));
    assertThat(TagMapper.query(call, request.setIncludeEpochs(true).build()).filter())
        .isEqualTo(TagNameFilter.ALL);
  }

  @Test
  void everyFilterIsRead() {
    ListTagsRequest request =
        ListTagsRequest.newBuilder()
            .setUidp(UIDPFilter.newBuilder().setChildrenOf(REPO.value()))
            .setName("1.2")
            .setDigest("sha256:abc")
            .setUpdatedSince(Timestamp.newBuilder().setSeconds(7).setNanos(5))
            .build();

    assertThat(TagMapper.query(call, request))
        .isEqualTo(
            new TagQuery(
                UidpFilter.NONE.onlyChildrenOf(REPO),
                Optional.of("1.2"),
                Optional.of(Instant.ofEpochSecond(7, 5)),
                new TagNameFilter(false, false, false),
                Optional.of("sha256:abc")));
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void aTimeThatIsNoneIsNamed() {
    TagMapper.query(
        call,
        ListTagsRequest.newBuilder()
            .setUpdatedSince(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE))
            .build());

    assertThat(wrongFields(call)).containsExactly("updatedSince");
  }
}
