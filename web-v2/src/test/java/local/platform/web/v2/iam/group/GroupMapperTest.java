package local.platform.web.v2.iam.group;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.json;
import static local.platform.web.v2.testing.Messages.constants;
import static local.platform.web.v2.testing.Messages.mask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.error.PlatformException;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupField;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupUpdate;
import local.platform.iam.group.NewGroup;
import local.platform.iam.group.OrganizationKind;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.CreateGroupRequest;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.UpdateGroupRequest;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Versioned;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GroupMapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Group GROUP =
      new Group(
          UID,
          "a name",
          "a text",
          Optional.of(OrganizationKind.AWS_MARKETPLACE),
          Instant.parse("2030-01-01T00:00:00.120Z"),
          Instant.parse("2030-01-02T00:00:00Z"),
          7);

  private final Call call = TestCall.call();

  @Test
  void aGroupLooksAsTheContractSays() {
    assertThat(json(GroupMapper.message(GROUP)))
        .isEqualTo(
            ("{'uid':'UID','name':'a name','description':'a text','resourceLimits':{},"
                    + "'verified':false,'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'updateTime':'2030-01-02T00:00:00.000Z','kind':'ORG_KIND_AWS_MARKETPLACE'}")
                .replace('\'', '"')
                .replace("UID", UID.value()));
  }

  @Test
  void aGroupWithoutDescriptionOrKindHasNone() {
    Group bare =
        new Group(UID, "n", "", Optional.empty(), GROUP.createTime(), GROUP.updateTime(), 0);

    assertThat(json(GroupMapper.message(bare))).doesNotContain("description", "kind");
  }

  @Test
  void theVersionComesAlong() {
    assertThat(GroupMapper.versioned(GROUP))
        .isEqualTo(new Versioned<>(GroupMapper.message(GROUP), 7));
  }

  @Test
  void aPageShowsItsGroupsItsTokenAndItsCounts() {
    Page<Group> page = new Page<>(List.of(GROUP), Optional.of("token"), 5_000_000_000L, 3);

    assertThat(json(GroupMapper.message(page)))
        .isEqualTo(
            "{\"groups\":["
                + json(GroupMapper.message(GROUP))
                + "],\"nextPageToken\":\"token\",\"totalCount\":\"5000000000\",\"skipped\":3}");
  }

  @Test
  void anEmptyPageShowsThatItIsEmptyAndTheLast() {
    assertThat(json(GroupMapper.message(new Page<Group>(List.of(), Optional.empty(), 0, 0))))
        .isEqualTo("{\"groups\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  @Test
  void aNewGroupHasWhatTheClientSaysAndNotWhatTheServerSets() {
    CreateGroupRequest request =
        CreateGroupRequest.newBuilder()
            .setParent(UID.value())
            .setGroup(GroupMapper.message(GROUP).toBuilder().setVerified(true))
            .build();

    assertThat(GroupMapper.newGroup(call, request))
        .isEqualTo(
            new NewGroup(
                Optional.of(UID),
                "a name",
                "a text",
                true,
                Optional.of(OrganizationKind.AWS_MARKETPLACE)));
  }

  @Test
  void aNewGroupWithoutParentIsAnOrganization() {
    assertThat(GroupMapper.newGroup(call, CreateGroupRequest.getDefaultInstance()))
        .isEqualTo(new NewGroup(Optional.empty(), "", ""));
  }

  @Test
  void aParentThatIsNoUidIsRefusedWithWhateverWasNotedBefore() {
    call.violations().add("query", "is odd");

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () ->
                GroupMapper.newGroup(call, CreateGroupRequest.newBuilder().setParent("x").build()))
        .withMessageStartingWith("Invalid argument: query: is odd; parent: must be a uid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                                | NAME
          description                         | DESCRIPTION
          description,name,name               | DESCRIPTION,NAME
          *                                   | DESCRIPTION,NAME,KIND
          uid,create_time,createTime          | ''
          verified,kind,name                  | VERIFIED,KIND,NAME
          updateTime,status                   | ''
          resource_limits,resourceLimits,name | NAME
          ''                                  | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    GroupUpdate update = GroupMapper.update(call, update(paths));

    assertThat(update)
        .isEqualTo(
            new GroupUpdate(
                UID,
                constants(GroupField.class, fields),
                "a name",
                "a text",
                false,
                Optional.of(OrganizationKind.AWS_MARKETPLACE).filter(k -> fields.contains("KIND")),
                CONDITION));
  }

  @ParameterizedTest
  @EnumSource
  void everyKindIsReadAndWritten(OrganizationKind kind) {
    Group group =
        new Group(UID, "n", "", Optional.of(kind), GROUP.createTime(), GROUP.updateTime(), 0);
    local.platform.proto.iam.v2.Group message = GroupMapper.message(group);

    assertThat(message.getKind().name()).isEqualTo("ORG_KIND_" + kind);
    assertThat(
            GroupMapper.newGroup(call, CreateGroupRequest.newBuilder().setGroup(message).build())
                .kind())
        .hasValue(kind);
  }

  @Test
  void aReplacementThatLeavesKindAndVerifiedOutKeepsThem() {
    UpdateGroupRequest.Builder request = update("*").toBuilder();
    request.getGroupBuilder().clearKind();

    assertThat(GroupMapper.update(call, request.build()).fields())
        .containsExactlyInAnyOrder(GroupField.NAME, GroupField.DESCRIPTION);
  }

  @Test
  void aNumberThatIsNoKindIsRefusedWhereItIsLookedAt() {
    UpdateGroupRequest.Builder request = update("name").toBuilder();
    request.getGroupBuilder().setKindValue(99);
    GroupMapper.update(call, request.build());
    assertThatCode(call.violations()::throwIfAny).doesNotThrowAnyException();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> GroupMapper.update(call, request.setUpdateMask(mask("kind")).build()))
        .withMessage("Invalid argument: kind: must be one of the names of OrgKind");
  }

  @Test
  void everyFieldThatCanBeChangedHasAPath() {
    UpdateGroupRequest.Builder request = update("*").toBuilder();
    request.getGroupBuilder().setVerified(true);

    assertThat(GroupMapper.update(call, request.build()).fields())
        .containsExactlyInAnyOrder(GroupField.values());
  }

  @Test
  void aPathThatIsNoFieldIsRefused() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> GroupMapper.update(call, update("name,parent")))
        .withMessage("Invalid argument: updateMask: there is no field parent");
  }

  @Test
  void anUpdateOfWhatIsNoUidIsRefused() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> GroupMapper.update(call, UpdateGroupRequest.getDefaultInstance()))
        .withMessageStartingWith("Invalid argument: uid: must be a uid");
  }

  @Test
  void aQueryIsReadMemberByMember() {
    ListGroupsRequest request =
        ListGroupsRequest.newBuilder()
            .setUidp(UIDPFilter.newBuilder().setDescendantsOf(UID.value()))
            .setName("a name")
            .build();

    assertThat(GroupMapper.query(call, request))
        .isEqualTo(
            new GroupQuery(
                new UidpFilter(
                    Optional.empty(), Optional.of(UID), Optional.empty(), false, Optional.empty()),
                Optional.of("a name")));
    assertThat(GroupMapper.query(call, ListGroupsRequest.getDefaultInstance()))
        .isEqualTo(new GroupQuery(UidpFilter.NONE, Optional.empty()));
  }

  @Test
  void aTextInAQueryThatIsNoUidIsNoted() {
    ListGroupsRequest request =
        ListGroupsRequest.newBuilder().setUidp(UIDPFilter.newBuilder().setChildrenOf("x")).build();

    GroupMapper.query(call, request);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call.violations()::throwIfAny)
        .withMessageStartingWith("Invalid argument: uidp.children_of: must be a uid");
  }

  @Test
  void aPageIsAskedForAsTheClientSaidIt() {
    ListGroupsRequest request =
        ListGroupsRequest.newBuilder()
            .setPageSize(-1)
            .setPageToken("token")
            .setOrderBy("name desc")
            .setSkip(-2)
            .build();

    assertThat(GroupMapper.page(call, request))
        .isEqualTo(new PageRequest(-1, "token", "name desc", -2, call.violations()));
  }

  private static UpdateGroupRequest update(String paths) {
    return UpdateGroupRequest.newBuilder()
        .setGroup(GroupMapper.message(GROUP))
        .setUpdateMask(mask(paths))
        .build();
  }
}
