package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v1.CreateRoleBindingBatchRequest;
import local.platform.proto.iam.v1.RoleBindingFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class RoleBindingV1MapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Uid IDENTITY = Uid.newRoot().newChild();
  private static final Uid ROLE = Uid.newRoot();

  private static final RoleBindingDraft STORED = RoleBindingDraft.of(UID, GROUP);

  private final Call call = TestCall.call();

  @Test
  void aRoleBindingByItselfIsFlat() {
    assertThat(json(RoleBindingV1Mapper.message(roleBinding("subject", "https://issuer.test"))))
        .isEqualTo(
            "{'id':'%s','identity':'%s','group':'%s','role':'%s'}"
                .formatted(UID, IDENTITY, GROUP, ROLE));
  }

  @Test
  void aRoleBindingInAListShowsItsGroupAndItsRole() {
    assertThat(json(RoleBindingV1Mapper.item(roleBinding("subject", "https://issuer.test"))))
        .isEqualTo(
            ("{'id':'%s','group':{'id':'%s','name':'g','description':'a group','resourceLimits':{},'verified':false},"
                    + "'identity':'%s','role':{'id':'%s','name':'r','capabilities':['groups.list','repo.list']},"
                    + "'claimMatchIssuer':'https://issuer.test','claimMatchSubject':'subject',"
                    + "'createdAt':'1970-01-01T00:00:00.000Z'}")
                .formatted(UID, GROUP, IDENTITY, ROLE));
  }

  @Test
  void whatIsMatchedByAPatternIsNotShown() {
    assertThat(json(RoleBindingV1Mapper.item(roleBinding("", ""))))
        .doesNotContain("claimMatch", "email");
  }

  @Test
  void aBatchIsFlatToo() {
    RoleBinding roleBinding = roleBinding("", "");

    assertThat(RoleBindingV1Mapper.message(List.of(roleBinding, roleBinding)).getRoleBindingsList())
        .containsExactly(
            RoleBindingV1Mapper.message(roleBinding), RoleBindingV1Mapper.message(roleBinding));
  }

  @Test
  void theGroupOfARoleBindingDraftIsIgnored() {
    assertThat(
            RoleBindingV1Mapper.draft(
                call.violations(),
                message(
                    "{'id':'x','identity':'%s','group':'x','role':'%s'}"
                        .formatted(IDENTITY, ROLE))))
        .isEqualTo(RoleBindingDraft.of(IDENTITY, ROLE));
    assertThat(wrongFields(call)).isEmpty();
  }

  @Test
  void entriesOfABatchAreReadOneByOneAndNotedByTheirPlace() {
    CreateRoleBindingBatchRequest request =
        CreateRoleBindingBatchRequest.newBuilder()
            .addRoleBindings(message("{'identity':'%s'}".formatted(IDENTITY)))
            .addRoleBindings(message("{'identity':'x','role':'y'}"))
            .build();

    assertThat(RoleBindingV1Mapper.drafts(call, request))
        .containsExactly(
            new RoleBindingDraft(Optional.of(IDENTITY), Optional.empty()),
            new RoleBindingDraft(Optional.empty(), Optional.empty()));
    assertThat(wrongFields(call))
        .containsExactly("roleBindings[1].identity", "roleBindings[1].role");
  }

  @Test
  void anUpdateReplacesIdentityAndRole() {
    DraftChange<RoleBindingDraft> change =
        change(
            "{'id':'%s','identity':'%s','role':'%s','group':'x'}".formatted(UID, IDENTITY, ROLE));

    assertThat(change.fields()).containsExactlyInAnyOrder("identity", "role");
    assertThat(change.applyTo(STORED)).isEqualTo(RoleBindingDraft.of(IDENTITY, ROLE));
  }

  @Test
  void anUpdateKeepsAnIdentityOrRoleThatItLeavesOut() {
    DraftChange<RoleBindingDraft> ofRole = change("{'role':'%s'}".formatted(ROLE));
    assertThat(ofRole.fields()).containsExactly("role");
    assertThat(ofRole.applyTo(STORED)).isEqualTo(RoleBindingDraft.of(UID, ROLE));
    DraftChange<RoleBindingDraft> ofIdentity = change("{'identity':'%s'}".formatted(IDENTITY));
    assertThat(ofIdentity.fields()).containsExactly("identity");
    assertThat(ofIdentity.applyTo(STORED)).isEqualTo(RoleBindingDraft.of(IDENTITY, GROUP));
    assertThat(change("{}").fields()).isEmpty();
  }

  @Test
  void whatIsNoUidInAnUpdateIsNoted() {
    change("{'identity':'x','role':'y'}");

    assertThat(wrongFields(call)).containsExactly("identity", "role");
  }

  @Test
  void aQueryIsReadMemberByMember() {
    assertThat(
            RoleBindingV1Mapper.query(
                call,
                RoleBindingFilter.newBuilder()
                    .setId(UID.value())
                    .setUidp(UIDPFilter.newBuilder().setChildrenOf(GROUP.value()))
                    .build()))
        .isEqualTo(
            ResourceQuery.of(
                new UidpFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(GROUP),
                    false,
                    Optional.of(Set.of(UID)))));
  }

  private DraftChange<RoleBindingDraft> change(String json) {
    return RoleBindingV1Mapper.change(call.violations(), message(json));
  }

  private local.platform.proto.iam.v1.RoleBinding message(String json) {
    return read(call, json, local.platform.proto.iam.v1.RoleBinding.newBuilder()).build();
  }

  private static RoleBinding roleBinding(String subject, String issuer) {
    return new RoleBinding(
        UID,
        new BoundIdentity(IDENTITY, "i", "an identity", subject, issuer),
        new BoundGroup(GROUP, "g", "a group"),
        new BoundRole(ROLE, "r", "", Set.of(Capability.REPO_LIST, Capability.IAM_GROUPS_LIST)),
        Instant.EPOCH,
        7);
  }
}
