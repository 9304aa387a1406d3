package local.platform.web.v2.iam.role;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.constants;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.PlatformException;
import local.platform.iam.role.NewRole;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleField;
import local.platform.iam.role.RoleQuery;
import local.platform.iam.role.RoleUpdate;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.CreateRoleRequest;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.UpdateRoleRequest;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Versioned;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();

  private final Call call = TestCall.call();

  // Out

  @Test
  void aRoleLooksAsTheContractSaysWithItsCapabilitiesByNumber() {
    Role role =
        role(
            "a text",
            EnumSet.of(
                Capability.GULFSTREAM, Capability.IAM_ROLES_LIST, Capability.IAM_GROUPS_CREATE));

    assertThat(json(RoleMapper.message(role)))
        .isEqualTo(
            ("{'uid':'UID','name':'a name','description':'a text','capabilities':"
                    + "['CAP_IAM_GROUPS_CREATE','CAP_IAM_ROLES_LIST','CAP_GULFSTREAM'],"
                    + "'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'updateTime':'2030-01-02T00:00:00.000Z'}")
                .replace('\'', '"')
                .replace("UID", UID.value()));
    assertThat(json(RoleMapper.message(role("", role.capabilities()))))
        .doesNotContain("description");
  }

  @Test
  void theVersionComesAlong() {
    Role role = role("", Set.of(Capability.IAM_ROLES_LIST));

    assertThat(RoleMapper.versioned(role)).isEqualTo(new Versioned<>(RoleMapper.message(role), 7));
  }

  @Test
  void aPageShowsItsRolesItsTokenAndItsCounts() {
    Role role = role("", Set.of(Capability.IAM_ROLES_LIST));

    assertThat(
            json(
                RoleMapper.message(
                    new Page<>(List.of(role), Optional.of("token"), 5_000_000_000L, 3))))
        .isEqualTo(
            "{\"roles\":["
                + json(RoleMapper.message(role))
                + "],\"nextPageToken\":\"token\",\"totalCount\":\"5000000000\",\"skipped\":3}");
    assertThat(json(RoleMapper.message(new Page<Role>(List.of(), Optional.empty(), 0, 0))))
        .isEqualTo("{\"roles\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  // Create

  @Test
  void whatTheServerSetsIsIgnoredInANewRole() {
    Role role = role("a text", Set.of(Capability.IAM_ROLES_LIST));
    CreateRoleRequest request =
        CreateRoleRequest.newBuilder()
            .setParent(GROUP.value())
            .setRole(RoleMapper.message(role))
            .build();

    assertThat(RoleMapper.newRole(call, request))
        .isEqualTo(new NewRole(GROUP, "a name", "a text", List.of(Capability.IAM_ROLES_LIST)));
  }

  @Test
  void everyCapabilityIsReadAsItIsShown() {
    Role role = role("", EnumSet.allOf(Capability.class));
    CreateRoleRequest request =
        CreateRoleRequest.newBuilder()
            .setParent(GROUP.value())
            .setRole(RoleMapper.message(role))
            .build();

    assertThat(RoleMapper.newRole(call, request).capabilities())
        .containsExactly(Capability.values());
  }

  @Test
  void capabilitiesAreReadByNameAndNumberAsOftenAsTheyAreThere() {
    CreateRoleRequest.Builder request = CreateRoleRequest.newBuilder().setParent(GROUP.value());
    read(
        call,
        "{'capabilities':['CAP_IAM_ROLES_LIST',101,'CAP_IAM_ROLES_LIST']}",
        request.getRoleBuilder());

    assertThat(RoleMapper.newRole(call, request.build()).capabilities())
        .containsExactly(
            Capability.IAM_ROLES_LIST, Capability.IAM_GROUPS_CREATE, Capability.IAM_ROLES_LIST);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ['UNKNOWN']            | there is no capability 0
          [0]                    | there is no capability 0
          ['CAP_NO']             | element 0 must be one of the names of Capability
          [101,999]              | element 1 must be one of the names of Capability
          ['roles.list']         | element 0 must be one of the names of Capability
          """)
  void whatIsNoCapabilityIsNoted(String capabilities, String description) {
    CreateRoleRequest.Builder request = CreateRoleRequest.newBuilder().setParent(GROUP.value());
    read(call, "{'capabilities':" + capabilities + "}", request.getRoleBuilder());

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> RoleMapper.newRole(call, request.build()));
    assertThat(violations(call)).containsExactly(new FieldViolation("capabilities", description));
  }

  /** As gRPC brings them. */
  @Test
  void numbersThatAreNoCapabilitiesAreNoted() {
    CreateRoleRequest.Builder request = CreateRoleRequest.newBuilder().setParent(GROUP.value());
    request.getRoleBuilder().addCapabilitiesValue(999).addCapabilitiesValue(-1);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> RoleMapper.newRole(call, request.build()))
        .withMessage(
            "Invalid argument: capabilities: there is no capability 999;"
                + " capabilities: there is no capability -1");
  }

  @Test
  void aNewRoleWithoutParentIsRefused() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> RoleMapper.newRole(call, CreateRoleRequest.getDefaultInstance()))
        .withMessageStartingWith("Invalid argument: parent: must be a uid");
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                           | NAME
          description                    | DESCRIPTION
          capabilities,name              | CAPABILITIES,NAME
          *                              | CAPABILITIES,DESCRIPTION,NAME
          uid,createTime,update_time     | ''
          ''                             | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    assertThat(update(mask(paths), "{'capabilities':['CAP_IAM_ROLES_LIST']}").fields())
        .isEqualTo(constants(RoleField.class, fields));
  }

  @Test
  void anUpdateTakesItsValuesFromTheBody() {
    assertThat(
            update(
                mask("*"), "{'name':'n','description':'d','capabilities':['CAP_IAM_ROLES_LIST']}"))
        .isEqualTo(
            new RoleUpdate(
                UID,
                Set.of(RoleField.values()),
                "n",
                "d",
                List.of(Capability.IAM_ROLES_LIST),
                CONDITION));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'name':'n'}", "{'capabilities':[]}", "{'capabilities':null}"})
  void aReplacementWithoutCapabilitiesKeepsThem(String body) {
    assertThat(update(mask("*"), body).fields())
        .containsExactlyInAnyOrder(RoleField.NAME, RoleField.DESCRIPTION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'name':'n'}", "{'capabilities':[]}", "{'capabilities':null}"})
  void namedCapabilitiesOfWhichThereAreNoneAreLeftToTheService(String body) {
    RoleUpdate update = update(mask("name,capabilities"), body);

    assertThat(update.fields()).contains(RoleField.CAPABILITIES);
    assertThat(update.capabilities()).isEmpty();
  }

  @Test
  void withoutAMaskEmptyCapabilitiesAreLeftToTheServiceToo() {
    FieldMask mask =
        read(call, "{'capabilities':[]}", local.platform.proto.iam.v2.Role.newBuilder());

    assertThat(update(mask, "{}").fields()).containsExactly(RoleField.CAPABILITIES);
  }

  @Test
  void capabilitiesOutsideOfTheMaskAreNotLookedAt() {
    RoleUpdate update = update(mask("name"), "{'name':'n','capabilities':[0]}");

    assertThat(update.fields()).containsExactly(RoleField.NAME);
    assertThat(update.capabilities()).isEmpty();
  }

  @Test
  void whatIsNoCapabilityIsNotedInAnUpdate() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> update(mask("*"), "{'capabilities':[0]}"))
        .withMessage("Invalid argument: capabilities: there is no capability 0");
  }

  @Test
  void anUpdateOfWhatIsNoUidIsRefusedWithWhateverElseIsWrong() {
    UpdateRoleRequest request = UpdateRoleRequest.newBuilder().setUpdateMask(mask("id")).build();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> RoleMapper.update(call, request))
        .withMessageStartingWith(
            "Invalid argument: updateMask: there is no field id; uid: must be a uid");
  }

  // List

  @Test
  void aQueryIsReadMemberByMember() {
    ListRolesRequest request =
        ListRolesRequest.newBuilder()
            .setUidp(UIDPFilter.newBuilder().setInRoot(true))
            .setName("viewer")
            .build();

    assertThat(RoleMapper.query(call, request))
        .isEqualTo(
            new RoleQuery(
                new UidpFilter(
                    Optional.empty(), Optional.empty(), Optional.empty(), true, Optional.empty()),
                Optional.of("viewer")));
    assertThat(RoleMapper.query(call, ListRolesRequest.getDefaultInstance()))
        .isEqualTo(new RoleQuery(UidpFilter.NONE, Optional.empty()));
  }

  @Test
  void aPageIsAskedForAsTheClientSaidIt() {
    ListRolesRequest request =
        ListRolesRequest.newBuilder()
            .setPageSize(-1)
            .setPageToken("token")
            .setOrderBy("name desc")
            .setSkip(-2)
            .build();

    assertThat(RoleMapper.page(call, request))
        .isEqualTo(new PageRequest(-1, "token", "name desc", -2, call.violations()));
  }

  private RoleUpdate update(FieldMask mask, String body) {
    UpdateRoleRequest.Builder request = UpdateRoleRequest.newBuilder().setUpdateMask(mask);
    read(call, body, request.getRoleBuilder());
    request.getRoleBuilder().setUid(UID.value());
    return RoleMapper.update(call, request.build());
  }

  private static Role role(String description, Set<Capability> capabilities) {
    return new Role(
        UID,
        "a name",
        description,
        capabilities,
        Instant.parse("2030-01-01T00:00:00.120Z"),
        Instant.parse("2030-01-02T00:00:00Z"),
        7);
  }
}
