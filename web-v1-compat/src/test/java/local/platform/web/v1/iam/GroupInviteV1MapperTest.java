package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.invite.GroupInvite;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInvites;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.GroupInviteFilter;
import local.platform.proto.iam.v1.GroupInviteRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class GroupInviteV1MapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Uid ROLE = new Uid("b".repeat(40));
  private static final String SHOWN_ROLE =
      "'role':{'id':'%s','name':'viewer','capabilities':['repo.list']}".formatted(ROLE);

  private final Call call = TestCall.call();

  @Test
  void aNewInviteShowsItsCodeAndAnInviteInAListDoesNot() {
    assertThat(json(GroupInviteV1Mapper.message(invite(Optional.of("secret")))))
        .isEqualTo(
            "{'id':'%s','expiration':'2030-01-02T00:00:00.000Z','keyId':'a key',%s,'code':'secret'}"
                .formatted(UID, SHOWN_ROLE));
    assertThat(json(GroupInviteV1Mapper.item(invite(Optional.empty()))))
        .isEqualTo(
            ("{'id':'%s','expiration':'2030-01-02T00:00:00.000Z','keyId':'a key',%s,"
                    + "'email':'jane@example.com','createdAt':'2030-01-01T00:00:00.120Z',"
                    + "'singleUse':true}")
                .formatted(UID, SHOWN_ROLE));
  }

  @Test
  void aRequestIsReadMemberByMember() {
    GroupInviteRequest.Builder request = GroupInviteRequest.newBuilder();
    read(
        call,
        "{'ttl':'3600s','role':'%s','email':'jane@example.com','singleUse':true}".formatted(ROLE),
        request);

    assertThat(GroupInviteV1Mapper.draft(call.violations(), request.build()))
        .isEqualTo(
            new GroupInviteDraft(
                Optional.of(ROLE), "jane@example.com", Optional.of(Duration.ofHours(1)), true));
    assertThat(wrongFields(call)).isEmpty();
  }

  @Test
  void whatIsNoIdIsNoted() {
    GroupInviteV1Mapper.draft(
        call.violations(), GroupInviteRequest.newBuilder().setRole("viewer").build());
    GroupInviteV1Mapper.query(
        call, GroupInviteFilter.newBuilder().setId("x").setGroup("y").build());

    assertThat(wrongFields(call)).containsExactly("role", "id", "group");
  }

  @Test
  void aQueryIsReadMemberByMember() {
    assertThat(
            GroupInviteV1Mapper.query(
                call,
                GroupInviteFilter.newBuilder()
                    .setId(UID.value())
                    .setGroup(GROUP.value())
                    .setKeyId("a key")
                    .build()))
        .isEqualTo(
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(GROUP),
                        false,
                        Optional.of(Set.of(UID))))
                .with(GroupInvites.KEY_ID, Optional.of("a key")));
    assertThat(GroupInviteV1Mapper.query(call, GroupInviteFilter.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  private static GroupInvite invite(Optional<String> code) {
    Role role =
        new Role(
            ROLE,
            new RoleDraft("viewer", "", List.of(Capability.REPO_LIST)),
            Instant.EPOCH,
            Instant.EPOCH,
            0);
    return new GroupInvite(
        UID,
        ROLE,
        Optional.of(role),
        "jane@example.com",
        Instant.parse("2030-01-02T00:00:00Z"),
        true,
        "a key",
        Instant.parse("2030-01-01T00:00:00.120Z"),
        0,
        code);
  }
}
