package local.platform.web.v2.iam.binding;

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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Capability;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.PlatformException;
import local.platform.iam.binding.NewRoleBinding;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.binding.RoleBindingField;
import local.platform.iam.binding.RoleBindingQuery;
import local.platform.iam.binding.RoleBindingUpdate;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.BatchCreateRoleBindingsRequest;
import local.platform.proto.iam.v2.CreateRoleBindingRequest;
import local.platform.proto.iam.v2.ListRoleBindingsRequest;
import local.platform.proto.iam.v2.UpdateRoleBindingRequest;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
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
  private static final NewRoleBinding NEW =
      new NewRoleBinding(Optional.of(IDENTITY), Optional.of(ROLE));
  private static final RoleBinding ROLE_BINDING =
      new RoleBinding(
          UID,
          new BoundIdentity(IDENTITY, "robot", "a robot", "a subject", "https://issuer"),
          new BoundGroup(GROUP, "team", "a team"),
          new BoundRole(ROLE, "viewer", "who looks", Set.of(Capability.REPO_LIST)),
          Instant.parse("2030-01-01T00:00:00.120Z"),
          7);

  /** How the role binding looks over REST. */
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
    assertThat(RoleBindingMapper.versioned(ROLE_BINDING).version()).isEqualTo(7);
    assertThat(
            json(
                RoleBindingMapper.shownOnRest(
                    RoleBindingMapper.message(List.of(ROLE_BINDING, ROLE_BINDING)))))
        .isEqualTo("{\"roleBindings\":[" + SHOWN + "," + SHOWN + "]}");
  }

  @Test
  void aPageShowsItsRoleBindingsItsTokenAndItsCounts() {
    Page<RoleBinding> page =
        new Page<>(List.of(ROLE_BINDING), Optional.of("token"), 5_000_000_000L, 3);

    assertThat(json(RoleBindingMapper.shownOnRest(RoleBindingMapper.message(page))))
        .isEqualTo(
            "{\"roleBindings\":["
                + SHOWN
                + "],\"nextPageToken\":\"token\",\"totalCount\":\"5000000000\",\"skipped\":3}");
    assertThat(
            json(
                RoleBindingMapper.message(
                    new Page<RoleBinding>(List.of(), Optional.empty(), 0, 0))))
        .isEqualTo("{\"roleBindings\":[],\"totalCount\":\"0\",\"skipped\":0}");
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
  void whatIsHydratedIsIgnoredInANewRoleBinding() {
    CreateRoleBindingRequest request =
        CreateRoleBindingRequest.newBuilder()
            .setRoleBinding(
                RoleBindingMapper.message(ROLE_BINDING).toBuilder()
                    .setIdentityUid(UID.value())
                    .setRoleUid(OTHER_ROLE.value()))
            .build();

    assertThat(RoleBindingMapper.newRoleBinding(call, request))
        .isEqualTo(new NewRoleBinding(Optional.of(UID), Optional.of(OTHER_ROLE)));
  }

  @Test
  void missingReferencesAreLeftToTheServiceAndMalformedOnesAreNoted() {
    CreateRoleBindingRequest.Builder request = CreateRoleBindingRequest.newBuilder();

    assertThat(RoleBindingMapper.newRoleBinding(call, request.build()))
        .isEqualTo(new NewRoleBinding(Optional.empty(), Optional.empty()));
    assertThat(violations(call)).isEmpty();

    request.getRoleBindingBuilder().setIdentityUid("x").setRoleUid("y");
    RoleBindingMapper.newRoleBinding(call, request.build());

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
        .containsExactly(NEW, NEW, NEW, new NewRoleBinding(Optional.empty(), Optional.of(ROLE)));
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
            new NewRoleBinding(Optional.of(IDENTITY), Optional.of(OTHER_ROLE)),
            new NewRoleBinding(Optional.of(IDENTITY), Optional.empty()));
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          identity_uid                              | IDENTITY
          roleUid                                   | ROLE
          role_uid,identityUid                      | IDENTITY,ROLE
          *                                         | IDENTITY,ROLE
          uid,identity,group,role,create_time       | ''
          identity.uid,role.uid                     | ''
          ''                                        | ''
          """)
  void anUpdateChangesTheFieldsOfItsMaskAndNoneThatTheServerSets(String paths, String fields) {
    assertThat(update(mask(paths), "{'identityUid':'IDENTITY','roleUid':'ROLE'}").fields())
        .isEqualTo(constants(RoleBindingField.class, fields));
  }

  @Test
  void anUpdateTakesItsValuesFromTheBody() {
    assertThat(update(mask("*"), "{'identityUid':'IDENTITY','roleUid':'ROLE'}"))
        .isEqualTo(
            new RoleBindingUpdate(
                UID,
                Set.of(RoleBindingField.values()),
                Optional.of(IDENTITY),
                Optional.of(ROLE),
                CONDITION));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'roleUid':'ROLE'}                        | ROLE
          {'identityUid':'IDENTITY'}                | IDENTITY
          {'identityUid':'','roleUid':null}         | ""
          {}                                        | ""
          """)
  void aReplacementKeepsWhatItLeavesOut(String body, String fields) {
    assertThat(update(mask("*"), body).fields())
        .isEqualTo(constants(RoleBindingField.class, fields));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'identityUid':''}", "{'identityUid':null}"})
  void aNamedReferenceThatIsMissingIsLeftToTheService(String body) {
    RoleBindingUpdate update = update(mask("identity_uid"), body);

    assertThat(update.fields()).containsExactly(RoleBindingField.IDENTITY);
    assertThat(update.identity()).isEmpty();
  }

  @Test
  void withoutAMaskTheFieldsOfTheBodyChange() {
    String body = "{'roleUid':'ROLE','group':{'name':'x'}}";
    FieldMask mask = read(call, body, local.platform.proto.iam.v2.RoleBinding.newBuilder());

    assertThat(update(mask, body).fields()).containsExactly(RoleBindingField.ROLE);
  }

  @Test
  void aReferenceOutsideOfTheMaskIsNotLookedAt() {
    RoleBindingUpdate update = update(mask("role_uid"), "{'identityUid':'x','roleUid':'ROLE'}");

    assertThat(update.identity()).isEmpty();
    assertThat(update.role()).contains(ROLE);
  }

  @Test
  void aReferenceThatIsNoUidIsRefused() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> update(mask("*"), "{'identityUid':'x'}"))
        .withMessageStartingWith("Invalid argument: identityUid: must be a uid");
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
            new RoleBindingQuery(
                new UidpFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(GROUP),
                    false,
                    Optional.empty()),
                Optional.of(IDENTITY),
                Optional.of(GROUP),
                Optional.of(ROLE)));
    assertThat(RoleBindingMapper.query(call, ListRoleBindingsRequest.getDefaultInstance()))
        .isEqualTo(
            new RoleBindingQuery(
                UidpFilter.NONE, Optional.empty(), Optional.empty(), Optional.empty()));
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

  @Test
  void aPageIsAskedForAsTheClientSaidIt() {
    ListRoleBindingsRequest request =
        ListRoleBindingsRequest.newBuilder()
            .setPageSize(-1)
            .setPageToken("token")
            .setOrderBy("uid desc")
            .setSkip(-2)
            .build();

    assertThat(RoleBindingMapper.page(call, request))
        .isEqualTo(new PageRequest(-1, "token", "uid desc", -2, call.violations()));
  }

  private List<NewRoleBinding> batch(String body) {
    BatchCreateRoleBindingsRequest.Builder request = BatchCreateRoleBindingsRequest.newBuilder();
    read(call, withUids(body), request);
    return RoleBindingMapper.newRoleBindings(call, request.build());
  }

  private RoleBindingUpdate update(FieldMask mask, String body) {
    UpdateRoleBindingRequest.Builder request =
        UpdateRoleBindingRequest.newBuilder().setUpdateMask(mask);
    read(call, withUids(body), request.getRoleBindingBuilder());
    request.getRoleBindingBuilder().setUid(UID.value());
    return RoleBindingMapper.update(call, request.build());
  }

  private static String withUids(String body) {
    return body.replace("GROUP", GROUP.value())
        .replace("IDENTITY", IDENTITY.value())
        .replace("OTHER", OTHER_ROLE.value())
        .replace("ROLE", ROLE.value());
  }
}
