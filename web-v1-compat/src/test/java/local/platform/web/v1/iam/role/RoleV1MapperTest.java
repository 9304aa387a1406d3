package local.platform.web.v1.iam.role;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.fields;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.error.PlatformException;
import local.platform.iam.role.NewRole;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleField;
import local.platform.iam.role.RoleQuery;
import local.platform.iam.role.RoleUpdate;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.CreateRoleRequest;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoleV1MapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Uid GROUP = UID.root();

  private final Call call = TestCall.call();

  @Test
  void aRoleHasDottedCapabilitiesInTheOrderOfTheirNumbersAndNoTimes() {
    Role role =
        new Role(
            UID,
            "a name",
            "a text",
            Set.of(Capability.REPO_LIST, Capability.IAM_ROLES_LIST, Capability.IAM_GROUPS_CREATE),
            Instant.EPOCH,
            Instant.EPOCH,
            7);

    assertThat(json(RoleV1Mapper.message(role)))
        .isEqualTo(
            "{'id':'%s','name':'a name','description':'a text','capabilities':['groups.create','roles.list','repo.list']}"
                .formatted(UID));
  }

  @ParameterizedTest
  @EnumSource
  void everyCapabilityIsReadByTheNameByWhichItIsWritten(Capability capability) {
    Role role = new Role(UID, "", "", Set.of(capability), Instant.EPOCH, Instant.EPOCH, 0);

    assertThat(RoleV1Mapper.update(call, RoleV1Mapper.message(role)).capabilities())
        .containsExactly(capability);
  }

  @Test
  void aNewRoleIsReadMemberByMember() {
    assertThat(
            RoleV1Mapper.newRole(
                call,
                create(
                    "{'id':'x','name':'a name','description':'a text','capabilities':['repo.list','repo.list']}")))
        .isEqualTo(
            new NewRole(
                GROUP, "a name", "a text", List.of(Capability.REPO_LIST, Capability.REPO_LIST)));
  }

  @Test
  void aCapabilityIsKnownByItsDottedNameAlone() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () ->
                RoleV1Mapper.newRole(
                    call,
                    create(
                        "{'capabilities':['repo.list','CAP_REPO_LIST','REPO.LIST','nonsense','']}")));

    assertThat(fields(refusal)).hasSize(4).containsOnly("capabilities");
    assertThat(refusal).hasMessageContaining("capabilities: there is no capability nonsense");
  }

  @Test
  void aParentThatIsNoIdIsRefused() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () -> RoleV1Mapper.newRole(call, CreateRoleRequest.getDefaultInstance()));

    assertThat(fields(refusal)).containsExactly("parentId");
  }

  @Test
  void anUpdateReplacesEveryFieldAndEmptiesWhatItLeavesOut() {
    assertThat(
            RoleV1Mapper.update(
                call, message("{'id':'%s','capabilities':['repo.list']}".formatted(UID))))
        .isEqualTo(
            new RoleUpdate(
                UID, Set.of(RoleField.values()), "", "", List.of(Capability.REPO_LIST), CONDITION));
  }

  @Test
  void anUpdateWithoutCapabilitiesKeepsThem() {
    assertThat(
            RoleV1Mapper.update(
                    call, message("{'id':'%s','name':'b','capabilities':[]}".formatted(UID)))
                .fields())
        .containsExactlyInAnyOrder(RoleField.NAME, RoleField.DESCRIPTION);
  }

  /** They name something, if nothing that there is: that is no absence. */
  @Test
  void anUpdateWithUnknownCapabilitiesAloneIsRefused() {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class,
            () ->
                RoleV1Mapper.update(
                    call, message("{'id':'%s','capabilities':['x']}".formatted(UID))));

    assertThat(fields(refusal)).containsExactly("capabilities");
  }

  @Test
  void noFilterLetsEverythingPass() {
    assertThat(query(RoleFilter.newBuilder()))
        .isEqualTo(new RoleQuery(UidpFilter.NONE, Optional.empty()));
  }

  @Test
  void filtersAreReadMemberByMember() {
    assertThat(
            query(
                RoleFilter.newBuilder()
                    .setId(UID.value())
                    .setName("a name")
                    .setUidp(UIDPFilter.newBuilder().setDescendantsOf(GROUP.value()))))
        .isEqualTo(
            new RoleQuery(
                new UidpFilter(
                    Optional.empty(),
                    Optional.of(GROUP),
                    Optional.empty(),
                    false,
                    Optional.of(Set.of(UID))),
                Optional.of("a name")));
  }

  @Test
  void aParentIsExactlyThatParent() {
    UidpFilter filter = query(RoleFilter.newBuilder().setParent(GROUP.value())).uidp();

    assertThat(filter.matches(UID)).isTrue();
    assertThat(filter.matches(UID.newChild())).isFalse();
    assertThat(filter.matches(GROUP)).isFalse();
  }

  @Test
  void aSlashForAParentIsTheBuiltInRoles() {
    UidpFilter filter = query(RoleFilter.newBuilder().setParent("/")).uidp();

    assertThat(filter.matches(Uid.newRoot())).isTrue();
    assertThat(filter.matches(UID)).isFalse();
    assertThat(wrongFields(call)).isEmpty();
  }

  @Test
  void aParentThatIsNoUidIsNoted() {
    query(RoleFilter.newBuilder().setParent("//"));

    assertThat(wrongFields(call)).containsExactly("parent");
  }

  private RoleQuery query(RoleFilter.Builder filter) {
    return RoleV1Mapper.query(call, filter.build());
  }

  private CreateRoleRequest create(String json) {
    return CreateRoleRequest.newBuilder().setParentId(GROUP.value()).setRole(message(json)).build();
  }

  private local.platform.proto.iam.v1.Role message(String json) {
    return read(call, json, local.platform.proto.iam.v1.Role.newBuilder()).build();
  }
}
