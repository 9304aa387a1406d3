package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindings;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsRequest;
import local.platform.proto.iam.v2.ListRoleBindingsRequest;
import local.platform.proto.iam.v2.ListRoleBindingsResponse;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleBindingMapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid UID = GROUP.newChild();
  private static final Uid IDENTITY = new Uid("b".repeat(40)).newChild();
  private static final Uid ROLE = new Uid("c".repeat(40));
  private static final Uid OTHER_ROLE = new Uid("d".repeat(40));
  private static final RoleBindingDraft NEW = RoleBindingDraft.of(IDENTITY, ROLE);
  private static final RoleBinding ROLE_BINDING =
      new RoleBinding(
          UID,
          new BoundIdentity(IDENTITY, "robot", "a robot", "a subject", "https://issuer"),
          new BoundGroup(GROUP, "team", "a team"),
          new BoundRole(ROLE, "viewer", "who looks", Set.of(Capability.REPO_LIST)),
          Instant.parse("2030-01-01T00:00:00.120Z"),
          7);

  private static final RoleBindingDraft STORED = RoleBindingDraft.of(UID, OTHER_ROLE);

  /** The role binding as REST shows it. */
  private static final String SHOWN =
      ("{'uid':'UID',"
              + "'identity':{'uid':'IDENTITY','name':'robot','description':'a robot',"
              + "'subject':'a subject','issuer':'https://issuer'},"
              + "'group':{'uid':'GROUP','name':'team','description':'a team'},"
              + "'role':{'uid':'ROLE','name':'viewer','description':'who looks'},"
              + "'createTime':'2030-01-01T00:00:00.120Z'}")
          .replace('\'', '"')
          .replace("UID", UID.value())
          .replace("IDENTITY", IDENTITY.value())
          .replace("GROUP", GROUP.value())
          .replace("ROLE", ROLE.value());

  private final Call call = TestCall.call();

  // Out

  @Test
  void aMessageHasTheHydratedMembersAndTheUids() {
    assertThat(json(RoleBindingMapper.message(ROLE_BINDING)))
        .isEqualTo(
            SHOWN.substring(0, SHOWN.length() - 1)
                + ",\"identityUid\":\""
                + IDENTITY
                + "\",\"roleUid\":\""
                + ROLE
                + "\"}");
  }

  @Test
  void overRestTheUidsAreNotThereOnceMore() {
    assertThat(json(RoleBindingMapper.shownOnRest(RoleBindingMapper.message(ROLE_BINDING))))
        .isEqualTo(SHOWN);
    assertThat(
            json(
                RoleBindingMapper.shownOnRest(
                    ListRoleBindingsResponse.newBuilder()
                        .addRoleBindings(RoleBindingMapper.message(ROLE_BINDING))
                        .build())))
        .startsWith("{\"roleBindings\":[" + SHOWN + "]");
    assertThat(
            json(
                RoleBindingMapper.shownOnRest(
                    RoleBindingMapper.message(List.of(ROLE_BINDING, ROLE_BINDING)))))
        .isEqualTo("{\"roleBindings\":[" + SHOWN + "," + SHOWN + "]}");
  }

  @Test
  void textsThatAreEmptyAreNotShown() {
    RoleBinding bare =
        new RoleBinding(
            UID,
            new BoundIdentity(IDENTITY, "robot", "", "", ""),
            new BoundGroup(GROUP, "team", ""),
            new BoundRole(ROLE, "viewer", "", Set.of()),
            ROLE_BINDING.createTime(),
            0);

    assertThat(json(RoleBindingMapper.message(bare)))
        .doesNotContain("description", "subject", "issuer", "email");
  }

  // Create

  @Test
  void whatIsHydratedIsIgnoredInARoleBindingDraft() {
    assertThat(
            RoleBindingMapper.draft(
                call.violations(),
                RoleBindingMapper.message(ROLE_BINDING).toBuilder()
                    .setIdentityUid(UID.value())
                    .setRoleUid(OTHER_ROLE.value())
                    .build()))
        .isEqualTo(RoleBindingDraft.of(UID, OTHER_ROLE));
  }

  @Test
  void missingReferencesAreLeftToTheServiceAndMalformedOnesAreNoted() {
    local.platform.proto.iam.v2.RoleBinding.Builder message =
        local.platform.proto.iam.v2.RoleBinding.newBuilder();

    assertThat(RoleBindingMapper.draft(call.violations(), message.build()))
        .isEqualTo(RoleBindingDraft.EMPTY);
    assertThat(violations(call)).isEmpty();

    RoleBindingMapper.draft(call.violations(), message.setIdentityUid("x").setRoleUid("y").build());

    assertThat(violations(call))
        .extracting(FieldViolation::field)
        .containsExactly("identityUid", "roleUid");
  }

  // Batch

  @Test
  void theRoleOfABatchIsThatOfEntriesWithoutOne() {
    assertThat(
            batch(
                "{'parent':'GROUP','roleUid':'ROLE','requests':["
                    + "{'roleBinding':{'identityUid':'IDENTITY'}},"
                    + "{'parent':'','roleBinding':{'identityUid':'IDENTITY','roleUid':''}},"
                    + "{'parent':'GROUP','roleBinding':"
                    + "{'identityUid':'IDENTITY','roleUid':'ROLE'}},"
                    + "{}]}"))
        .containsExactly(NEW, NEW, NEW, new RoleBindingDraft(Optional.empty(), Optional.of(ROLE)));
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void withoutARoleOfTheBatchEachEntryHasItsOwn() {
    assertThat(
            batch(
                "{'parent':'GROUP','requests':["
                    + "{'roleBinding':{'identityUid':'IDENTITY','roleUid':'ROLE'}},"
                    + "{'roleBinding':{'identityUid':'IDENTITY','roleUid':'OTHER'}},"
                    + "{'roleBinding':{'identityUid':'IDENTITY'}}]}"))
        .containsExactly(
            NEW,
            new RoleBindingDraft(Optional.of(IDENTITY), Optional.of(OTHER_ROLE)),
            new RoleBindingDraft(Optional.of(IDENTITY), Optional.empty()));
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void whatIsWrongInABatchIsNotedUnderThePlaceOfItsEntry() {
    batch(
        "{'parent':'GROUP','roleUid':'ROLE','requests':[{},"
            + "{'parent':'IDENTITY'},{'parent':'x'},"
            + "{'roleBinding':{'identityUid':'x','roleUid':'OTHER'}},"
            + "{'roleBinding':{'roleUid':'y'}}]}");

    assertThat(violations(call))
        .extracting(FieldViolation::field)
        .containsExactly(
            "requests[1].parent",
            "requests[2].parent",
            "requests[3].roleBinding.identityUid",
            "requests[3].roleBinding.roleUid",
            "requests[4].roleBinding.roleUid");
  }

  @Test
  void aRoleOfTheBatchThatIsNoUidIsNotedOnce() {
    batch("{'parent':'GROUP','roleUid':'x','requests':[{},{'roleBinding':{'roleUid':'ROLE'}}]}");

    assertThat(violations(call)).extracting(FieldViolation::field).containsExactly("roleUid");
  }

  // Update

  @Test
  void whatIsWrittenIsReadBack() {
    for (RoleBindingDraft draft : List.of(NEW, STORED, RoleBindingDraft.EMPTY)) {
      assertThat(RoleBindingMapper.draft(call.violations(), RoleBindingMapper.message(draft)))
          .isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          identity_uid                              | identity
          roleUid                                   | role
          role_uid,identityUid                      | identity,role
          *                                         | identity,role
          uid,group,create_time                     | ''
          ''                                        | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    DraftChange<RoleBindingDraft> change =
        change(mask(paths), "{'identityUid':'IDENTITY','roleUid':'ROLE'}");

    assertThat(Stream.of("identity", "role").filter(change::sets))
        .containsExactlyInAnyOrderElementsOf(names(fields));
    assertThat(change.applyTo(STORED))
        .isEqualTo(
            RoleBindingDraft.of(
                fields.contains("identity") ? IDENTITY : UID,
                fields.contains("role") ? ROLE : OTHER_ROLE));
  }

  /** These fields are only shown; others are written. */
  @ParameterizedTest
  @ValueSource(strings = {"identity", "role", "identity.uid,role.uid"})
  void hydratedMembersAreNamedInVain(String paths) {
    DraftChange<RoleBindingDraft> change =
        change(mask(paths), "{'identityUid':'IDENTITY','roleUid':'ROLE'}");

    assertThat(change.sets("identity") || change.sets("role")).isFalse();
    assertThat(change.applyTo(STORED)).isEqualTo(STORED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'roleUid':'ROLE'}                        | role
          {'identityUid':'IDENTITY'}                | identity
          {'identityUid':'','roleUid':null}         | ""
          {}                                        | ""
          """)
  void aReplacementKeepsWhatItLeavesOut(String body, String fields) {
    DraftChange<RoleBindingDraft> change = change(mask("*"), body);

    assertThat(Stream.of("identity", "role").filter(change::sets))
        .containsExactlyInAnyOrderElementsOf(names(fields));
    assertThat(change.applyTo(STORED))
        .isEqualTo(
            RoleBindingDraft.of(
                fields.equals("identity") ? IDENTITY : UID,
                fields.equals("role") ? ROLE : OTHER_ROLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'identityUid':''}", "{'identityUid':null}"})
  void aNamedReferenceThatIsMissingIsLeftToTheService(String body) {
    DraftChange<RoleBindingDraft> change = change(mask("identity_uid"), body);

    assertThat(change.sets("identity")).isTrue();
    assertThat(change.applyTo(STORED).identity()).isEmpty();
  }

  @Test
  void withoutAMaskTheFieldsOfTheBodyChange() {
    String body = "{'roleUid':'ROLE','group':{'name':'x'}}";
    FieldMask mask = read(call, body, local.platform.proto.iam.v2.RoleBinding.newBuilder());

    DraftChange<RoleBindingDraft> change = change(mask, body);
    assertThat(change.sets("role")).isTrue();
    assertThat(change.sets("identity")).isFalse();
  }

  @Test
  void aReferenceOutsideOfTheMaskIsNotLookedAt() {
    DraftChange<RoleBindingDraft> change =
        change(mask("role_uid"), "{'identityUid':'x','roleUid':'ROLE'}");

    assertThat(violations(call)).isEmpty();
    assertThat(change.applyTo(STORED)).isEqualTo(RoleBindingDraft.of(UID, ROLE));
  }

  @Test
  void aReferenceThatIsNoUidIsRefused() {
    change(mask("*"), "{'identityUid':'x'}");

    assertThat(violations(call)).extracting(FieldViolation::field).containsExactly("identityUid");
  }

  // List

  @Test
  void aQueryIsReadMemberByMember() {
    ListRoleBindingsRequest request =
        ListRoleBindingsRequest.newBuilder()
            .setUidp(UIDPFilter.newBuilder().setChildrenOf(GROUP.value()))
            .setIdentity(IDENTITY.value())
            .setGroup(GROUP.value())
            .setRole(ROLE.value())
            .build();

    assertThat(RoleBindingMapper.query(call, request))
        .isEqualTo(
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(GROUP),
                        false,
                        Optional.empty()))
                .with(RoleBindings.IDENTITY, Optional.of(IDENTITY))
                .with(RoleBindings.ROLE, Optional.of(ROLE)));
    assertThat(RoleBindingMapper.query(call, ListRoleBindingsRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  @Test
  void aGroupRestrictsThePartOfTheHierarchy() {
    ListRoleBindingsRequest.Builder request =
        ListRoleBindingsRequest.newBuilder().setGroup(GROUP.value());

    assertThat(RoleBindingMapper.query(call, request.build()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE.onlyChildrenOf(GROUP)));
    request.setUidp(UIDPFilter.newBuilder().setChildrenOf(ROLE.value()));
    assertThat(RoleBindingMapper.query(call, request.build()).uidp().ids()).contains(Set.of());
  }

  @Test
  void filtersThatAreNoUidsAreNoted() {
    RoleBindingMapper.query(
        call,
        ListRoleBindingsRequest.newBuilder()
            .setIdentity("x")
            .setGroup("y")
            .setRole("viewer")
            .build());

    assertThat(violations(call))
        .extracting(FieldViolation::field)
        .containsExactly("identity", "group", "role");
  }

  private List<RoleBindingDraft> batch(String body) {
    BatchCreateRoleBindingsRequest.Builder request = BatchCreateRoleBindingsRequest.newBuilder();
    read(call, withUids(body), request);
    return RoleBindingMapper.drafts(call, request.build());
  }

  private DraftChange<RoleBindingDraft> change(FieldMask mask, String body) {
    local.platform.proto.iam.v2.RoleBinding.Builder message =
        local.platform.proto.iam.v2.RoleBinding.newBuilder();
    read(call, withUids(body), message);
    return RoleBindingMapper.DRAFTS.change(call.violations(), message.build(), mask);
  }

  private static String withUids(String body) {
    return body.replace("GROUP", GROUP.value())
        .replace("IDENTITY", IDENTITY.value())
        .replace("OTHER", OTHER_ROLE.value())
        .replace("ROLE", ROLE.value());
  }
}
