package local.platform.web.v1.iam.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Caller;
import local.platform.authz.Grants;
import local.platform.authz.Narrowing;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import org.junit.jupiter.api.Test;

class GroupV1MapperTest {
  private final Uid uid = Uid.newRoot().newChild();
  private final Call call =
      new Call(
          new Caller(uid, Narrowing.NONE, Grants.NONE),
          VersionCondition.ANY,
          new FieldViolations());

  @Test
  void aGroupHasItsUidAsIdAndNoTimes() {
    Group group =
        new Group(uid, "a name", "a text", Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 7);

    assertThat(GroupV1Mapper.message(group))
        .isEqualTo(
            local.platform.proto.iam.v1.Group.newBuilder()
                .setId(uid.value())
                .setName("a name")
                .setDescription("a text")
                .build());
  }

  @Test
  void noFilterLetsEverythingPass() {
    assertThat(query(GroupFilter.getDefaultInstance()))
        .isEqualTo(new GroupQuery(UidpFilter.NONE, Optional.empty()));
  }

  @Test
  void aFilterIsReadMemberByMember() {
    GroupFilter filter =
        GroupFilter.newBuilder()
            .setName("a name")
            .setUidp(UIDPFilter.newBuilder().setChildrenOf(uid.root().value()))
            .build();

    assertThat(query(filter))
        .isEqualTo(
            new GroupQuery(
                new UidpFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(uid.root()),
                    false,
                    Optional.empty()),
                Optional.of("a name")));
  }

  @Test
  void anIdIsAFilterOfItsOwnBesideTheOthers() {
    UIDPFilter others = UIDPFilter.newBuilder().addIds(uid.root().value()).build();
    GroupFilter.Builder filter = GroupFilter.newBuilder().setId(uid.value());

    assertThat(query(filter.build()).uidp().ids()).contains(Set.of(uid));
    assertThat(query(filter.setUidp(others).build()).uidp().ids()).contains(Set.of());
    assertThat(query(filter.setUidp(others.toBuilder().addIds(uid.value())).build()).uidp().ids())
        .contains(Set.of(uid));
  }

  @Test
  void anIdThatIsNoUidIsNoted() {
    query(GroupFilter.newBuilder().setId("x").build());

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call.violations()::throwIfAny)
        .withMessageStartingWith("Invalid argument: id: must be a uid");
  }

  private GroupQuery query(GroupFilter filter) {
    return GroupV1Mapper.query(call, filter);
  }
}
