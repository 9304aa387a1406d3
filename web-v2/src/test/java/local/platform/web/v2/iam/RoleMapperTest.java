package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
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
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();

  private static final RoleDraft STORED =
      new RoleDraft("stored", "a stored text", List.of(Capability.REPO_LIST));

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
    assertThat(json(RoleMapper.message(role("", Set.of(Capability.GULFSTREAM)))))
        .doesNotContain("description");
  }

  // Create

  @Test
  void whatIsWrittenIsReadBack() {
    for (RoleDraft draft :
        List.of(
            RoleDraft.EMPTY,
            STORED,
            new RoleDraft("n", "", inOrder(EnumSet.allOf(Capability.class))))) {
      assertThat(RoleMapper.draft(call.violations(), RoleMapper.message(draft))).isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  /** Over gRPC unknown values arrive as numbers. */
  @Test
  void numbersThatAreNoCapabilitiesAreNoted() {
    RoleMapper.draft(
        call.violations(),
        local.platform.proto.iam.v2.Role.newBuilder()
            .addCapabilitiesValue(999)
            .addCapabilitiesValue(-1)
            .build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation("capabilities", "there is no capability 999"),
            new FieldViolation("capabilities", "there is no capability -1"));
  }

  @Test
  void capabilitiesAreReadByNameAndNumberAsOftenAsTheyAreThere() {
    assertThat(
            draft("{'capabilities':['CAP_IAM_ROLES_LIST',101,'CAP_IAM_ROLES_LIST']}")
                .capabilities())
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
    draft("{'capabilities':" + capabilities + "}");

    assertThat(violations(call)).containsExactly(new FieldViolation("capabilities", description));
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                           | name
          description                    | description
          capabilities,name              | capabilities,name
          *                              | capabilities,description,name,uid,createTime,updateTime
          uid,createTime,update_time     | uid,createTime,updateTime
          ''                             | ''
          """)
  void anUpdateSetsTheFieldsOfItsMask(String paths, String fields) {
    assertThat(change(mask(paths), "{'capabilities':['CAP_IAM_ROLES_LIST']}").fields())
        .isEqualTo(names(fields));
  }

  @Test
  void anUpdateTakesItsValuesFromTheBody() {
    assertThat(
            change(
                    mask("*"),
                    "{'name':'n','description':'d','capabilities':['CAP_IAM_ROLES_LIST']}")
                .applyTo(STORED))
        .isEqualTo(new RoleDraft("n", "d", List.of(Capability.IAM_ROLES_LIST)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'name':'n'}", "{'capabilities':[]}", "{'capabilities':null}"})
  void aReplacementWithoutCapabilitiesKeepsThem(String body) {
    DraftChange<RoleDraft> change = change(mask("*"), body);

    assertThat(change.sets("capabilities")).isFalse();
    assertThat(change.applyTo(STORED).capabilities()).isEqualTo(STORED.capabilities());
    assertThat(change.applyTo(STORED).description()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'name':'n'}", "{'capabilities':[]}", "{'capabilities':null}"})
  void namedCapabilitiesOfWhichThereAreNoneAreLeftToTheService(String body) {
    DraftChange<RoleDraft> change = change(mask("name,capabilities"), body);

    assertThat(change.sets("capabilities")).isTrue();
    assertThat(change.applyTo(STORED).capabilities()).isEmpty();
  }

  @Test
  void withoutAMaskEmptyCapabilitiesAreLeftToTheServiceToo() {
    FieldMask mask =
        read(call, "{'capabilities':[]}", local.platform.proto.iam.v2.Role.newBuilder());

    assertThat(change(mask, "{}").fields()).containsExactly("capabilities");
  }

  @Test
  void capabilitiesOutsideOfTheMaskAreNotLookedAt() {
    DraftChange<RoleDraft> change = change(mask("name"), "{'name':'n','capabilities':[0]}");

    assertThat(violations(call)).isEmpty();
    assertThat(change.applyTo(STORED))
        .isEqualTo(new RoleDraft("n", STORED.description(), STORED.capabilities()));
  }

  @Test
  void whatIsNoCapabilityIsNotedInAnUpdate() {
    change(mask("*"), "{'capabilities':[0]}");

    assertThat(violations(call))
        .containsExactly(new FieldViolation("capabilities", "there is no capability 0"));
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
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        Optional.empty()))
                .with(Roles.NAME, Optional.of("viewer")));
    assertThat(RoleMapper.query(call, ListRolesRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  private RoleDraft draft(String body) {
    local.platform.proto.iam.v2.Role.Builder role = local.platform.proto.iam.v2.Role.newBuilder();
    read(call, body, role);
    return RoleMapper.draft(call.violations(), role.build());
  }

  private DraftChange<RoleDraft> change(FieldMask mask, String body) {
    local.platform.proto.iam.v2.Role.Builder role = local.platform.proto.iam.v2.Role.newBuilder();
    read(call, body, role);
    return RoleMapper.DRAFTS.change(call.violations(), role.build(), mask);
  }

  private static Role role(String description, Set<Capability> capabilities) {
    return new Role(
        UID,
        new RoleDraft("a name", description, inOrder(capabilities)),
        Instant.parse("2030-01-01T00:00:00.120Z"),
        Instant.parse("2030-01-02T00:00:00Z"),
        7);
  }

  /** Returns the capabilities in the order in which a stored role has them. */
  private static List<Capability> inOrder(Set<Capability> capabilities) {
    return capabilities.stream().sorted(Comparator.comparing(Capability::number)).toList();
  }
}
