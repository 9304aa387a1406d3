package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.invite.GroupInvite;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInvites;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.ListGroupInvitesRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import local.platform.web.v2.testing.Messages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupInviteMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Uid ROLE = new Uid("b".repeat(40));

  private final Call call = TestCall.call();

  @Test
  void anInviteLooksAsTheContractSays() {
    Role role =
        new Role(
            ROLE,
            new RoleDraft("viewer", "who looks", List.of(Capability.REPO_LIST)),
            Instant.EPOCH,
            Instant.EPOCH,
            0);

    assertThat(json(GroupInviteMapper.message(invite(Optional.of(role), Optional.of("secret")))))
        .isEqualTo(
            ("{'uid':'UID','roleUid':'ROLE','email':'jane@example.com',"
                    + "'expirationTime':'2030-01-02T00:00:00.000Z','singleUse':true,"
                    + "'code':'secret','keyId':'a key','createTime':'2030-01-01T00:00:00.120Z',"
                    + "'role':{'uid':'ROLE','name':'viewer','description':'who looks',"
                    + "'capabilities':['CAP_REPO_LIST']}}")
                .replace('\'', '"')
                .replace("UID", UID.value())
                .replace("ROLE", ROLE.value())
                .replace("role" + UID.value(), "roleUid"));
  }

  @Test
  void aRoleThatIsGoneAndACodeThatIsNotToldAreNotThere() {
    assertThat(json(GroupInviteMapper.message(invite(Optional.empty(), Optional.empty()))))
        .doesNotContain("\"role\"", "code", "ttl");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (GroupInviteDraft draft :
        List.of(
            new GroupInviteDraft(Optional.empty(), "", Optional.empty(), false),
            new GroupInviteDraft(
                Optional.of(ROLE),
                "jane@example.com",
                Optional.of(Duration.ofSeconds(3600, 5)),
                true))) {
      assertThat(GroupInviteMapper.draft(call.violations(), GroupInviteMapper.message(draft)))
          .isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE})
  void whatIsNoUidAndNoDurationIsNoted(long seconds) {
    local.platform.proto.iam.v2.GroupInvite.Builder message =
        local.platform.proto.iam.v2.GroupInvite.newBuilder().setRoleUid("viewer");
    message.getTtlBuilder().setSeconds(seconds);

    GroupInviteMapper.draft(call.violations(), message.build());

    assertThat(violations(call))
        .extracting(FieldViolation::field)
        .containsExactly("roleUid", "ttl");
  }

  @Test
  void aDurationIsReadAsJsonWritesIt() {
    local.platform.proto.iam.v2.GroupInvite.Builder message =
        local.platform.proto.iam.v2.GroupInvite.newBuilder();
    Messages.read(call, "{'ttl':'3600.5s'}", message);

    assertThat(GroupInviteMapper.draft(call.violations(), message.build()).ttl())
        .contains(Duration.ofMillis(3_600_500));
  }

  @Test
  void aQueryIsReadMemberByMember() {
    assertThat(
            GroupInviteMapper.query(
                call,
                ListGroupInvitesRequest.newBuilder()
                    .setUidp(UIDPFilter.newBuilder().setChildrenOf(GROUP.value()))
                    .setKeyId("a key")
                    .build()))
        .isEqualTo(
            ResourceQuery.of(UidpFilter.NONE.onlyChildrenOf(GROUP))
                .with(GroupInvites.KEY_ID, Optional.of("a key")));
    assertThat(GroupInviteMapper.query(call, ListGroupInvitesRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  private static GroupInvite invite(Optional<Role> role, Optional<String> code) {
    return new GroupInvite(
        UID,
        ROLE,
        role,
        "jane@example.com",
        Instant.parse("2030-01-02T00:00:00Z"),
        true,
        "a key",
        Instant.parse("2030-01-01T00:00:00.120Z"),
        0,
        code);
  }
}
