package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.Groups;
import local.platform.iam.group.OrganizationKind;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.web.endpoint.Call;
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
          new GroupDraft("a name", "a text", false, Optional.of(OrganizationKind.AWS_MARKETPLACE)),
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
    Group bare = new Group(UID, new GroupDraft("n", ""), GROUP.createTime(), GROUP.updateTime(), 0);

    assertThat(json(GroupMapper.message(bare))).doesNotContain("description", "kind");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                                | name
          description                         | description
          description,name,name               | description,name
          *                                   | description,name,kind
          uid,create_time,createTime          | ''
          verified,kind,name                  | verified,kind,name
          updateTime,status                   | ''
          resource_limits,resourceLimits,name | name
          ''                                  | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    DraftChange<GroupDraft> change = change(paths, GroupMapper.message(GROUP));

    assertThat(Stream.of("name", "description", "verified", "kind").filter(change::sets))
        .containsExactlyInAnyOrderElementsOf(names(fields));
    assertThat(change.applyTo(GroupDraft.EMPTY))
        .isEqualTo(
            new GroupDraft(
                fields.contains("name") ? "a name" : "",
                fields.contains("description") ? "a text" : "",
                false,
                GROUP.draft().kind().filter(kind -> fields.contains("kind"))));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (GroupDraft draft :
        List.of(
            GroupDraft.EMPTY,
            GROUP.draft(),
            new GroupDraft("n", "", true, Optional.of(OrganizationKind.DEV)))) {
      assertThat(GroupMapper.draft(call.violations(), GroupMapper.message(draft))).isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindIsReadAndWritten(OrganizationKind kind) {
    local.platform.proto.iam.v2.Group message =
        GroupMapper.message(new GroupDraft("n", "", false, Optional.of(kind)));

    assertThat(message.getKind().name()).isEqualTo("ORG_KIND_" + kind);
    assertThat(GroupMapper.draft(call.violations(), message).kind()).hasValue(kind);
  }

  @Test
  void aReplacementThatLeavesKindAndVerifiedOutKeepsThem() {
    GroupDraft stored = new GroupDraft("n", "d", true, Optional.of(OrganizationKind.DEV));
    DraftChange<GroupDraft> change =
        change("*", local.platform.proto.iam.v2.Group.newBuilder().setName("other").build());

    assertThat(change.sets("verified")).isFalse();
    assertThat(change.sets("kind")).isFalse();
    assertThat(change.applyTo(stored))
        .isEqualTo(new GroupDraft("other", "", true, Optional.of(OrganizationKind.DEV)));
  }

  @Test
  void aNumberThatIsNoKindIsRefusedWhereItIsLookedAt() {
    local.platform.proto.iam.v2.Group group =
        local.platform.proto.iam.v2.Group.newBuilder().setKindValue(99).build();
    change("name", group);
    assertThat(violations(call)).isEmpty();

    change("kind", group);
    assertThat(violations(call))
        .containsExactly(new FieldViolation("kind", "must be one of the names of OrgKind"));
  }

  @Test
  void aPathThatIsNoFieldIsRefused() {
    change("name,parent", GroupMapper.message(GROUP));

    assertThat(violations(call))
        .containsExactly(new FieldViolation("updateMask", "there is no field parent"));
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
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.of(UID),
                        Optional.empty(),
                        false,
                        Optional.empty()))
                .with(Groups.NAME, Optional.of("a name")));
    assertThat(GroupMapper.query(call, ListGroupsRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  @Test
  void aTextInAQueryThatIsNoUidIsNoted() {
    ListGroupsRequest request =
        ListGroupsRequest.newBuilder().setUidp(UIDPFilter.newBuilder().setChildrenOf("x")).build();

    GroupMapper.query(call, request);

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call.violations()::throwIfAny)
        .withMessageStartingWith("Invalid argument: uidp.childrenOf: must be a uid");
  }

  private DraftChange<GroupDraft> change(String paths, local.platform.proto.iam.v2.Group group) {
    return GroupMapper.DRAFTS.change(call.violations(), group, mask(paths));
  }
}
