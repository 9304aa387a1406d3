package local.platform.web.endpoint;

import static local.platform.web.testing.TestCall.CONDITION;
import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.Empty;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;
import local.platform.proto.testing.Box;
import local.platform.proto.testing.BoxesProto;
import local.platform.proto.testing.CreateBoxRequest;
import local.platform.proto.testing.DeleteBoxRequest;
import local.platform.proto.testing.GetBoxRequest;
import local.platform.proto.testing.ListBoxesRequest;
import local.platform.proto.testing.ListBoxesResponse;
import local.platform.proto.testing.UpdateBoxRequest;
import local.platform.web.endpoint.ServiceMethod.CallerHandler;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class StandardMethodsTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Stored STORED = new Stored(UID, new Draft("a name"), 7);
  private static final Box MESSAGE = message(STORED);

  private static final Drafts<Box, Draft> DRAFTS =
      new Drafts<Box, Draft>(
              draft -> Box.newBuilder().setName(draft.name()).build(),
              (violations, message) -> {
                if (message.getName().equals("odd")) {
                  violations.add("name", "is odd");
                }
                return new Draft(message.getName());
              })
          .withNames(FieldNames.of(Map.of("size", "other")));

  /** The stored fields of a box: its name. */
  private record Draft(String name) {}

  private record Stored(Uid uid, Draft draft, long version) implements Resource {}

  private final List<Object> served = new ArrayList<>();
  private final Call call = TestCall.call();
  private final ServiceMethods methods =
      standardMethods()
          .get(GetBoxRequest.getDefaultInstance(), (caller, uid) -> serve(uid))
          .list(
              ListBoxesRequest.getDefaultInstance(),
              ListBoxesResponse.getDefaultInstance(),
              (asked, request) -> request.getName(),
              (caller, query, page) -> {
                serve(query, page);
                return new Page<>(
                    List.of(STORED, STORED),
                    Optional.of("token"),
                    OptionalLong.of(5_000_000_000L),
                    3);
              })
          .create(
              CreateBoxRequest.getDefaultInstance(),
              DRAFTS,
              (caller, parent, draft) -> serve(parent, draft))
          .update(
              UpdateBoxRequest.getDefaultInstance(),
              DRAFTS,
              (caller, uid, change, condition) -> serve(uid, change, condition))
          .delete(
              DeleteBoxRequest.getDefaultInstance(),
              (caller, uid, condition) -> serve(uid, condition))
          .methods();

  private static StandardMethods<Stored, Box> standardMethods() {
    return new StandardMethods<>(
        ServiceMethods.of(BoxesProto.getDescriptor(), "Boxes", ApiVersion.NONE),
        Box.getDefaultInstance(),
        StandardMethodsTest::message);
  }

  private static Box message(Stored stored) {
    return Box.newBuilder().setUid(stored.uid().value()).setName(stored.draft().name()).build();
  }

  private Stored serve(Object... arguments) {
    served.addAll(List.of(arguments));
    return STORED;
  }

  @Test
  void oneIsReadByItsUidAndAnsweredWithItsVersion() {
    assertThat(answer(GetBoxRequest.newBuilder().setUid(UID.value()).build()))
        .isEqualTo(new Answer.Resource(MESSAGE, UID, 7, ""));
    assertThat(served).containsExactly(UID);
  }

  @Test
  void aPageShowsItsItemsItsTokenAndItsCounts() {
    Answer answer =
        answer(
            ListBoxesRequest.newBuilder()
                .setName("a query")
                .setPageSize(-1)
                .setPageToken("token")
                .setOrderBy("name desc")
                .setSkip(-2)
                .build());

    assertThat(served)
        .containsExactly(
            "a query", new PageRequest(-1, "token", "name desc", -2, call.violations()));
    assertThat(json(((Answer.Single) answer).message()))
        .isEqualTo(
            "{\"boxes\":["
                + json(MESSAGE)
                + ","
                + json(MESSAGE)
                + "],\"nextPageToken\":\"token\",\"totalCount\":\"5000000000\",\"skipped\":3}");
  }

  @Test
  void anEmptyPageShowsThatItIsEmptyAndTheLast() {
    assertThat(listed(new Page<>(List.of(), Optional.empty(), OptionalLong.of(0), 0)))
        .isEqualTo("{\"boxes\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  @Test
  void aPageOfAListThatWasNotCountedHasNoTotal() {
    assertThat(listed(new Page<>(List.of(), Optional.of("next"), OptionalLong.empty(), 0)))
        .isEqualTo("{\"boxes\":[],\"nextPageToken\":\"next\",\"skipped\":0}");
  }

  private String listed(Page<Stored> page) {
    ServiceMethods listing =
        standardMethods()
            .list(
                ListBoxesRequest.getDefaultInstance(),
                ListBoxesResponse.getDefaultInstance(),
                (asked, request) -> "",
                (caller, query, asked) -> page)
            .methods();
    Answer answer = answer(listing, ListBoxesRequest.getDefaultInstance());
    return json(((Answer.Single) answer).message());
  }

  @Test
  void oneIsCreatedUnderItsParent() {
    assertThat(
            answer(
                CreateBoxRequest.newBuilder()
                    .setParent(UID.root().value())
                    .setBox(MESSAGE)
                    .build()))
        .isEqualTo(new Answer.Resource(MESSAGE, UID, 7, ""));
    assertThat(served).containsExactly(UID.root(), STORED.draft());
  }

  @Test
  void everythingThatIsWrongWithTheFormIsToldAtOnceAndNothingIsDone() {
    CreateBoxRequest.Builder request = CreateBoxRequest.newBuilder();
    request.getBoxBuilder().setName("odd");

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
    assertThat(changed(change)).isEqualTo(STORED.draft());
    assertThat(served.get(2)).isEqualTo(CONDITION);
  }

  @Test
  void whatTheMaskDoesNotNameStaysAndIsNotLookedAt() {
    UpdateBoxRequest.Builder request = update("color").toBuilder();
    request.getBoxBuilder().setName("odd");
    answer(request.build());

    assertThat(changed((DraftChange<?>) served.get(1)).name()).isEqualTo("stored");
  }

  @Test
  void anUpdateOfWhatIsNoUidIsRefusedWithWhateverElseIsWrong() {
    UpdateBoxRequest.Builder request = update("nonsense").toBuilder();
    request.getBoxBuilder().clearUid();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> answer(request.build()))
        .withMessageStartingWith(
            "Invalid argument: updateMask: there is no field nonsense; uid: must be a uid");
    assertThat(served).isEmpty();
  }

  @Test
  void oneIsDeletedByItsUidIfItsVersionIsTheRequiredOne() {
    assertThat(answer(DeleteBoxRequest.newBuilder().setUid(UID.value()).build()))
        .isEqualTo(new Answer.Single(Empty.getDefaultInstance()));
    assertThat(served).containsExactly(UID, CONDITION);
  }

  @Test
  void errorsOfTheServiceNameFieldsAsTheMessageDoes() {
    ServiceMethods refusing =
        standardMethods()
            .update(
                UpdateBoxRequest.getDefaultInstance(),
                DRAFTS,
                (caller, uid, change, condition) -> {
                  throw PlatformException.invalidArgument("size", "is wrong");
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
                        DeleteBoxRequest.getDefaultInstance(),
                        DRAFTS,
                        (caller, parent, draft) -> STORED));
  }

  private static UpdateBoxRequest update(String path) {
    return UpdateBoxRequest.newBuilder()
        .setBox(MESSAGE)
        .setUpdateMask(FieldMask.newBuilder().addPaths(path))
        .build();
  }

  @SuppressWarnings("unchecked") // the service is one of boxes
  private static Draft changed(DraftChange<?> change) {
    return ((DraftChange<Draft>) change).applyTo(new Draft("stored"));
  }

  private Answer answer(Message request) {
    return answer(methods, request);
  }

  private Answer answer(ServiceMethods of, Message request) {
    return ((CallerHandler<Message>) of.method(request).handler()).function().apply(call, request);
  }
}
