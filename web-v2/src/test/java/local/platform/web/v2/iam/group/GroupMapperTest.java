package local.platform.web.v2.iam.group;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.json;
import static local.platform.web.v2.testing.Messages.constants;
import static local.platform.web.v2.testing.Messages.mask;
import static org.assertj.core.api.Assertions.assertThat;
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

class GroupMapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Group GROUP =
      new Group(
          UID,
          "a name",
          "a text",
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
                    + "'updateTime':'2030-01-02T00:00:00.000Z'}")
                .replace('\'', '"')
                .replace("UID", UID.value()));
  }

  @Test
  void aGroupWithoutDescriptionHasNone() {
    Group bare = new Group(UID, "n", "", GROUP.createTime(), GROUP.updateTime(), 0);

    assertThat(json(GroupMapper.message(bare))).doesNotContain("description");
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
  void whatTheServerSetsIsIgnoredInANewGroup() {
    CreateGroupRequest request =
        CreateGroupRequest.newBuilder()
            .setParent(UID.value())
            .setGroup(GroupMapper.message(GROUP).toBuilder().setVerified(true))
            .build();

    assertThat(GroupMapper.newGroup(call, request))
        .isEqualTo(new NewGroup(Optional.of(UID), "a name", "a text"));
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
          *                                   | DESCRIPTION,NAME
          uid,verified,create_time,createTime | ''
          updateTime,kind,status              | ''
          resource_limits,resourceLimits,name | NAME
          ''                                  | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    GroupUpdate update = GroupMapper.update(call, update(paths));

    assertThat(update)
        .isEqualTo(
            new GroupUpdate(
                UID, constants(GroupField.class, fields), "a name", "a text", CONDITION));
  }

  @Test
  void everyFieldThatCanBeChangedHasAPath() {
    assertThat(GroupMapper.update(call, update("*")).fields())
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
