package local.platform.web.v2.endpoint;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.Empty;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.proto.iam.v2.CreateRoleRequest;
import local.platform.proto.iam.v2.DeleteRoleRequest;
import local.platform.proto.iam.v2.GetRoleRequest;
import local.platform.proto.iam.v2.ListRolesRequest;
import local.platform.proto.iam.v2.ListRolesResponse;
import local.platform.proto.iam.v2.RolesProto;
import local.platform.proto.iam.v2.UpdateRoleRequest;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.ServiceMethod.CallerHandler;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

/** Uses the messages of roles, and of these only the name. */
class StandardMethodsTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Role ROLE =
      new Role(UID, new RoleDraft("a name", "", List.of()), Instant.EPOCH, Instant.EPOCH, 7);
  private static final local.platform.proto.iam.v2.Role MESSAGE = message(ROLE);

  private static final Drafts<local.platform.proto.iam.v2.Role, RoleDraft> DRAFTS =
      new Drafts<local.platform.proto.iam.v2.Role, RoleDraft>(
              draft -> local.platform.proto.iam.v2.Role.newBuilder().setName(draft.name()).build(),
              (violations, message) -> {
                if (message.getName().equals("odd")) {
                  violations.add("name", "is odd");
                }
                return new RoleDraft(message.getName(), "", List.of());
              })
          .withNames(FieldNames.of(Map.of("capabilities", "other")));

  private final List<Object> served = new ArrayList<>();
  private final Call call = TestCall.call();
  private final ServiceMethods methods =
      standardMethods()
          .get(GetRoleRequest.getDefaultInstance(), (caller, uid) -> serve(uid))
          .list(
              ListRolesRequest.getDefaultInstance(),
              ListRolesResponse.getDefaultInstance(),
              (asked, request) -> request.getName(),
              (caller, query, page) -> {
                serve(query, page);
                return new Page<>(List.of(ROLE, ROLE), Optional.of("token"), 5_000_000_000L, 3);
              })
          .create(
              CreateRoleRequest.getDefaultInstance(),
              DRAFTS,
              (caller, parent, draft) -> serve(parent, draft))
          .update(
              UpdateRoleRequest.getDefaultInstance(),
              DRAFTS,
              (caller, uid, change, condition) -> serve(uid, change, condition))
          .delete(
              DeleteRoleRequest.getDefaultInstance(),
              (caller, uid, condition) -> serve(uid, condition))
          .methods();

  private static StandardMethods<Role, local.platform.proto.iam.v2.Role> standardMethods() {
    return new StandardMethods<>(
        ServiceMethods.of(RolesProto.getDescriptor(), "RolesService", ApiVersions.V2),
        local.platform.proto.iam.v2.Role.getDefaultInstance(),
        StandardMethodsTest::message);
  }

  private static local.platform.proto.iam.v2.Role message(Role role) {
    return local.platform.proto.iam.v2.Role.newBuilder()
        .setUid(role.uid().value())
        .setName(role.draft().name())
        .build();
  }

  private Role serve(Object... arguments) {
    served.addAll(List.of(arguments));
    return ROLE;
  }

  @Test
  void oneIsReadByItsUidAndAnsweredWithItsVersion() {
    assertThat(answer(GetRoleRequest.newBuilder().setUid(UID.value()).build()))
        .isEqualTo(new Answer.Resource(MESSAGE, UID, 7));
    assertThat(served).containsExactly(UID);
  }

  @Test
  void aPageShowsItsItemsItsTokenAndItsCounts() {
    Answer answer =
        answer(
            ListRolesRequest.newBuilder()
                .setName("a query")
                .setPageSize(-1)
                .setPageToken("token")
                .setOrderBy("name desc")
                .setSkip(-2)
                .build());

    assertThat(served)
        .containsExactly(
            "a query", new PageRequest(-1, "token", "name desc", -2, call.violations()));
    assertThat(json(((Answer.Whole) answer).message()))
        .isEqualTo(
            "{\"roles\":["
                + json(MESSAGE)
                + ","
                + json(MESSAGE)
                + "],\"nextPageToken\":\"token\",\"totalCount\":\"5000000000\",\"skipped\":3}");
  }

  @Test
  void anEmptyPageShowsThatItIsEmptyAndTheLast() {
    ServiceMethods empty =
        standardMethods()
            .list(
                ListRolesRequest.getDefaultInstance(),
                ListRolesResponse.getDefaultInstance(),
                (asked, request) -> "",
                (caller, query, page) -> new Page<>(List.of(), Optional.empty(), 0, 0))
            .methods();

    Answer answer = answer(empty, ListRolesRequest.getDefaultInstance());
    assertThat(json(((Answer.Whole) answer).message()))
        .isEqualTo("{\"roles\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  @Test
  void oneIsCreatedUnderItsParent() {
    assertThat(
            answer(
                CreateRoleRequest.newBuilder()
                    .setParent(UID.root().value())
                    .setRole(MESSAGE)
                    .build()))
        .isEqualTo(new Answer.Resource(MESSAGE, UID, 7));
    assertThat(served).containsExactly(UID.root(), ROLE.draft());
  }

  @Test
  void everythingThatIsWrongWithTheFormIsToldAtOnceAndNothingIsDone() {
    CreateRoleRequest.Builder request = CreateRoleRequest.newBuilder();
    request.getRoleBuilder().setName("odd");

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> answer(request.build()))
        .withMessageStartingWith("Invalid argument: name: is odd; parent: must be a uid");
    assertThat(served).isEmpty();
  }

  @Test
  void anUpdateMergesWhatItsMaskNamesIntoWhatIsStored() {
    answer(update("name"));

    assertThat(served.get(0)).isEqualTo(UID);
    DraftChange<?> change = (DraftChange<?>) served.get(1);
    assertThat(change.fields()).containsExactly("name");
    assertThat(changed(change)).isEqualTo(ROLE.draft());
    assertThat(served.get(2)).isEqualTo(CONDITION);
  }

  @Test
  void whatTheMaskDoesNotNameStaysAndIsNotLookedAt() {
    UpdateRoleRequest.Builder request = update("description").toBuilder();
    request.getRoleBuilder().setName("odd");
    answer(request.build());

    assertThat(changed((DraftChange<?>) served.get(1)).name()).isEqualTo("stored");
  }

  @Test
  void anUpdateOfWhatIsNoUidIsRefusedWithWhateverElseIsWrong() {
    UpdateRoleRequest.Builder request = update("nonsense").toBuilder();
    request.getRoleBuilder().clearUid();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> answer(request.build()))
        .withMessageStartingWith(
            "Invalid argument: updateMask: there is no field nonsense; uid: must be a uid");
    assertThat(served).isEmpty();
  }

  @Test
  void oneIsDeletedByItsUidIfItsVersionIsTheRequiredOne() {
    assertThat(answer(DeleteRoleRequest.newBuilder().setUid(UID.value()).build()))
        .isEqualTo(new Answer.Whole(Empty.getDefaultInstance()));
    assertThat(served).containsExactly(UID, CONDITION);
  }

  @Test
  void errorsOfTheServiceNameFieldsAsTheMessageDoes() {
    ServiceMethods refusing =
        standardMethods()
            .update(
                UpdateRoleRequest.getDefaultInstance(),
                DRAFTS,
                (caller, uid, change, condition) -> {
                  throw PlatformException.invalidArgument("capabilities", "is wrong");
                })
            .methods();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> answer(refusing, update("name")))
        .withMessage("Invalid argument: other: is wrong");
  }

  @Test
  void aRequestWithoutTheCommonFieldsIsNoRequestOfAStandardMethod() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                standardMethods()
                    .create(
                        DeleteRoleRequest.getDefaultInstance(),
                        DRAFTS,
                        (caller, parent, draft) -> ROLE));
  }

  private static UpdateRoleRequest update(String path) {
    return UpdateRoleRequest.newBuilder()
        .setRole(MESSAGE)
        .setUpdateMask(FieldMask.newBuilder().addPaths(path))
        .build();
  }

  @SuppressWarnings("unchecked") // the service is one of roles
  private static RoleDraft changed(DraftChange<?> change) {
    return ((DraftChange<RoleDraft>) change).applyTo(new RoleDraft("stored", "", List.of()));
  }

  private Answer answer(Message request) {
    return answer(methods, request);
  }

  private Answer answer(ServiceMethods of, Message request) {
    return ((CallerHandler<Message>) of.method(request).handler()).function().apply(call, request);
  }
}
