package local.platform.web.v1.iam.group;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.fields;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import local.platform.error.PlatformException;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupField;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupUpdate;
import local.platform.iam.group.NewGroup;
import local.platform.iam.group.OrganizationKind;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
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
            "a name",
            "a text",
            Optional.empty(),
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
    CreateGroupRequest request =
        CreateGroupRequest.newBuilder()
            .setParent(UID.value())
            .setGroup(
                message(
                    "{'id':'x','name':'a name','description':'a"
                        + " text','verified':true,'kind':'ORG_KIND_DEV'}"))
            .build();

    assertThat(GroupV1Mapper.newGroup(call, request))
        .isEqualTo(
            new NewGroup(
                Optional.of(UID), "a name", "a text", true, Optional.of(OrganizationKind.DEV)));
  }

  @Test
  void aNewGroupWithoutParentIsAnOrganization() {
    assertThat(GroupV1Mapper.newGroup(call, CreateGroupRequest.getDefaultInstance()))
        .isEqualTo(new NewGroup(Optional.empty(), "", ""));
  }

  @Test
  void aParentThatIsNoIdIsRefused() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () ->
                GroupV1Mapper.newGroup(
                    call, CreateGroupRequest.newBuilder().setParent("x").build()));

    assertThat(fields(refusal)).containsExactly("parent");
  }

  @Test
  void anUpdateReplacesEveryFieldAndEmptiesWhatItLeavesOutButTheKind() {
    assertThat(GroupV1Mapper.update(call, message("{'id':'%s','name':'a name'}".formatted(UID))))
        .isEqualTo(
            new GroupUpdate(
                UID,
                Set.of(GroupField.NAME, GroupField.DESCRIPTION, GroupField.VERIFIED),
                "a name",
                "",
                CONDITION));
  }

  @Test
  void anUpdateThatNamesTheKindChangesIt() {
    GroupUpdate update =
        GroupV1Mapper.update(call, message("{'id':'%s','kind':'ORG_KIND_INFRA'}".formatted(UID)));

    assertThat(update.fields()).containsExactlyInAnyOrder(GroupField.values());
    assertThat(update.kind()).hasValue(OrganizationKind.INFRA);
  }

  @ParameterizedTest
  @EnumSource
  void everyKindIsReadAndWritten(OrganizationKind kind) {
    Group group = new Group(UID, "a name", "", Optional.of(kind), Instant.EPOCH, Instant.EPOCH, 0);
    local.platform.proto.iam.v1.Group message = GroupV1Mapper.message(group);

    assertThat(message.getKind().name()).isEqualTo("ORG_KIND_" + kind);
    assertThat(GroupV1Mapper.update(call, message).kind()).hasValue(kind);
  }

  @Test
  void aNumberThatIsNoKindIsNoted() {
    local.platform.proto.iam.v1.Group message =
        message("{'id':'%s','name':'a name'}".formatted(UID)).toBuilder().setKindValue(99).build();

    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, () -> GroupV1Mapper.update(call, message));

    assertThat(fields(refusal)).containsExactly("kind");
  }

  @Test
  void anUpdateOfWhatIsNoIdIsRefused() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () -> GroupV1Mapper.update(call, message("{'name':'a name'}")));

    assertThat(fields(refusal)).containsExactly("id");
  }

  @Test
  void noFilterLetsEverythingPass() {
    assertThat(query(GroupFilter.getDefaultInstance()))
        .isEqualTo(new GroupQuery(UidpFilter.NONE, Optional.empty()));
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
            new GroupQuery(
                new UidpFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(UID.root()),
                    false,
                    Optional.of(Set.of(UID))),
                Optional.of("a name")));
  }

  @Test
  void anIdThatIsNoUidIsNoted() {
    query(GroupFilter.newBuilder().setId("x").build());

    assertThat(wrongFields(call)).containsExactly("id");
  }

  private GroupQuery query(GroupFilter filter) {
    return GroupV1Mapper.query(call, filter);
  }

  private local.platform.proto.iam.v1.Group message(String json) {
    return read(call, json, local.platform.proto.iam.v1.Group.newBuilder()).build();
  }
}
