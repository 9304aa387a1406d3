package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.Groups;
import local.platform.iam.group.OrganizationKind;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupV1MapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();

  private final Call call = TestCall.call();

  @Test
  void aGroupHasItsUidAsIdAndNoTimes() {
    Group group =
        new Group(
            UID,
            new GroupDraft("a name", "a text"),
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(1),
            7);

    assertThat(json(GroupV1Mapper.message(group)))
        .isEqualTo(
            "{'id':'%s','name':'a name','description':'a text','resourceLimits':{},'verified':false}"
                .formatted(UID));
  }

  @Test
  void aNewGroupHasWhatTheClientSaysAndNotWhatTheServerSets() {
    assertThat(
            GroupV1Mapper.draft(
                call.violations(),
                message(
                    "{'id':'x','name':'a name','description':'a"
                        + " text','verified':true,'kind':'ORG_KIND_DEV'}")))
        .isEqualTo(new GroupDraft("a name", "a text", true, Optional.of(OrganizationKind.DEV)));
  }

  @Test
  void anUpdateReplacesEveryFieldAndEmptiesWhatItLeavesOutButTheKind() {
    GroupDraft stored = new GroupDraft("n", "d", true, Optional.of(OrganizationKind.DEV));
    DraftChange<GroupDraft> change =
        GroupV1Mapper.change(
            call.violations(), message("{'id':'%s','name':'a name'}".formatted(UID)));

    assertThat(change.fields()).containsExactlyInAnyOrder("name", "description", "verified");
    assertThat(change.applyTo(stored))
        .isEqualTo(new GroupDraft("a name", "", false, Optional.of(OrganizationKind.DEV)));
  }

  @Test
  void anUpdateThatNamesTheKindChangesIt() {
    DraftChange<GroupDraft> change =
        GroupV1Mapper.change(
            call.violations(), message("{'id':'%s','kind':'ORG_KIND_INFRA'}".formatted(UID)));

    assertThat(change.sets("kind")).isTrue();
    assertThat(change.applyTo(GroupDraft.EMPTY).kind()).hasValue(OrganizationKind.INFRA);
  }

  @ParameterizedTest
  @EnumSource
  void everyKindIsReadAndWritten(OrganizationKind kind) {
    GroupDraft draft = new GroupDraft("a name", "", false, Optional.of(kind));
    Group group = new Group(UID, draft, Instant.EPOCH, Instant.EPOCH, 0);
    local.platform.proto.iam.v1.Group message = GroupV1Mapper.message(group);

    assertThat(message.getKind().name()).isEqualTo("ORG_KIND_" + kind);
    assertThat(GroupV1Mapper.draft(call.violations(), message)).isEqualTo(draft);
  }

  @Test
  void aNumberThatIsNoKindIsNoted() {
    local.platform.proto.iam.v1.Group message =
        message("{'id':'%s','name':'a name'}".formatted(UID)).toBuilder().setKindValue(99).build();

    GroupV1Mapper.change(call.violations(), message);

    assertThat(wrongFields(call)).containsExactly("kind");
  }

  @Test
  void noFilterLetsEverythingPass() {
    assertThat(query(GroupFilter.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  @Test
  void filtersAreReadMemberByMember() {
    GroupFilter filter =
        GroupFilter.newBuilder()
            .setId(UID.value())
            .setUidp(UIDPFilter.newBuilder().setChildrenOf(UID.root().value()))
            .setName("a name")
            .build();

    assertThat(query(filter))
        .isEqualTo(
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(UID.root()),
                        false,
                        Optional.of(Set.of(UID))))
                .with(Groups.NAME, Optional.of("a name")));
  }

  @Test
  void anIdThatIsNoUidIsNoted() {
    query(GroupFilter.newBuilder().setId("x").build());

    assertThat(wrongFields(call)).containsExactly("id");
  }

  private ResourceQuery query(GroupFilter filter) {
    return GroupV1Mapper.query(call, filter);
  }

  private local.platform.proto.iam.v1.Group message(String json) {
    return read(call, json, local.platform.proto.iam.v1.Group.newBuilder()).build();
  }
}
