package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.iam.role.Roles;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.RoleFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoleV1MapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Uid GROUP = UID.root();

  private static final RoleDraft STORED =
      new RoleDraft("stored", "a stored text", List.of(Capability.REPO_CREATE));

  private final Call call = TestCall.call();

  @Test
  void aRoleHasDottedCapabilitiesInTheOrderOfTheirNumbersAndNoTimes() {
    Role role =
        new Role(
            UID,
            new RoleDraft(
                "a name",
                "a text",
                List.of(
                    Capability.REPO_LIST, Capability.IAM_ROLES_LIST, Capability.IAM_GROUPS_CREATE)),
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
    RoleDraft draft = new RoleDraft("", "", List.of(capability));
    Role role = new Role(UID, draft, Instant.EPOCH, Instant.EPOCH, 0);

    assertThat(RoleV1Mapper.draft(call.violations(), RoleV1Mapper.message(role)).capabilities())
        .containsExactly(capability);
  }

  @Test
  void aNewRoleIsReadMemberByMember() {
    assertThat(
            RoleV1Mapper.draft(
                call.violations(),
                message(
                    "{'id':'x','name':'a name','description':'a text','capabilities':['repo.list','repo.list']}")))
        .isEqualTo(
            new RoleDraft("a name", "a text", List.of(Capability.REPO_LIST, Capability.REPO_LIST)));
  }

  @Test
  void aCapabilityIsKnownByItsDottedNameAlone() {
    RoleV1Mapper.draft(
        call.violations(),
        message("{'capabilities':['repo.list','CAP_REPO_LIST','REPO.LIST','nonsense','']}"));

    assertThat(wrongFields(call)).hasSize(4).containsOnly("capabilities");
    assertThat(violations(call))
        .contains(new FieldViolation("capabilities", "there is no capability nonsense"));
  }

  @Test
  void anUpdateReplacesEveryFieldAndEmptiesWhatItLeavesOut() {
    assertThat(change("{'id':'%s','capabilities':['repo.list']}".formatted(UID)).applyTo(STORED))
        .isEqualTo(new RoleDraft("", "", List.of(Capability.REPO_LIST)));
  }

  @Test
  void anUpdateWithoutCapabilitiesKeepsThem() {
    DraftChange<RoleDraft> change =
        change("{'id':'%s','name':'b','capabilities':[]}".formatted(UID));

    assertThat(change.fields()).containsExactlyInAnyOrder("name", "description");
    assertThat(change.applyTo(STORED)).isEqualTo(new RoleDraft("b", "", STORED.capabilities()));
  }

  /** A list of unknown capabilities is not the same as no list. */
  @Test
  void anUpdateWithUnknownCapabilitiesAloneIsRefused() {
    change("{'id':'%s','capabilities':['x']}".formatted(UID));

    assertThat(wrongFields(call)).containsExactly("capabilities");
  }

  @Test
  void noFilterLetsEverythingPass() {
    assertThat(query(RoleFilter.newBuilder())).isEqualTo(ResourceQuery.of(UidpFilter.NONE));
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
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.of(GROUP),
                        Optional.empty(),
                        false,
                        Optional.of(Set.of(UID))))
                .with(Roles.NAME, Optional.of("a name")));
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

  private ResourceQuery query(RoleFilter.Builder filter) {
    return RoleV1Mapper.query(call, filter.build());
  }

  private DraftChange<RoleDraft> change(String json) {
    return RoleV1Mapper.change(call.violations(), message(json));
  }

  private local.platform.proto.iam.v1.Role message(String json) {
    return read(call, json, local.platform.proto.iam.v1.Role.newBuilder()).build();
  }
}
