package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.Message;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.Author;
import local.platform.foundation.resource.Change;
import local.platform.foundation.resource.DryRun;
import local.platform.foundation.uid.Uid;
import local.platform.proto.testing.ListThingsResponse;
import local.platform.proto.testing.MoveThingRequest;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class DryRunsTest {
  private static final Uid PARENT = Uid.newRoot();
  private static final Uid CREATED = PARENT.newChild();
  private static final Uid OTHER = PARENT.newChild();

  /** The content of a row. */
  private record Row(String name) {}

  @Test
  void oneValueAsksOrDoesNot() {
    assertThat(DryRuns.isAsked(List.of())).isFalse();
    assertThat(DryRuns.isAsked(List.of("false"))).isFalse();
    assertThat(DryRuns.isAsked(List.of("true"))).isTrue();
  }

  @Test
  void whatCannotBeUnderstoodIsRefused() {
    for (List<String> values :
        List.of(
            List.of("yes"),
            List.of(""),
            List.of("TRUE"),
            List.of("true, true"),
            List.of("true", "true"),
            List.of("false", "false"))) {
      assertThatExceptionOfType(PlatformException.class)
          .as(values.toString())
          .isThrownBy(() -> DryRuns.isAsked(values))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .satisfies(e -> assertThat(TestCall.fields(e)).containsExactly(DryRuns.HEADER));
    }
  }

  @Test
  void anAnswerHasNoVersionAndNoUidOfWhatIsNotThere() {
    Thing written = Thing.newBuilder().setUid(CREATED.value()).setDisplayName("name").build();

    assertThat(tried(new Answer.Resource(written, CREATED, 0, ""), CREATED))
        .isEqualTo(Thing.newBuilder().setDisplayName("name").build());
  }

  @Test
  void ofSeveralResourcesEachLosesItsOwnUid() {
    ListThingsResponse written =
        ListThingsResponse.newBuilder().addThings(thing(CREATED)).addThings(thing(OTHER)).build();

    assertThat(tried(new Answer.Single(written), CREATED))
        .isEqualTo(
            ListThingsResponse.newBuilder()
                .addThings(Thing.getDefaultInstance())
                .addThings(thing(OTHER))
                .build());
  }

  @Test
  void whatIsChangedKeepsItsUid() {
    assertThat(tried(new Answer.Resource(thing(OTHER), OTHER, 4, ""), CREATED))
        .isEqualTo(thing(OTHER));
  }

  /** The key of an operator is its identity, which exists. */
  @Test
  void theUidsInTheRequestStay() {
    Answer answer = new Answer.Single(thing(CREATED));
    for (Message request :
        List.of(
            MoveThingRequest.newBuilder().setUid(CREATED.value()).build(),
            UpdateThingRequest.newBuilder().setThing(thing(CREATED)).build())) {
      assertThat(DryRuns.answer(answer, request, dryRun(CREATED)).message())
          .isEqualTo(thing(CREATED));
    }
  }

  private static Thing thing(Uid uid) {
    return Thing.newBuilder().setUid(uid.value()).build();
  }

  private static Message tried(Answer answer, Uid... created) {
    return DryRuns.answer(answer, MoveThingRequest.getDefaultInstance(), dryRun(created)).message();
  }

  private static DryRun dryRun(Uid... created) {
    DryRun dryRun = new DryRun();
    dryRun.note(
        Arrays.stream(created)
            .map(uid -> change(uid, Optional.empty(), Optional.of(new Row("new"))))
            .toList());
    dryRun.note(List.of(change(OTHER, Optional.of(new Row("old")), Optional.of(new Row("new")))));
    return dryRun;
  }

  private static Change change(Uid uid, Optional<Record> before, Optional<Record> after) {
    return new Change(
        "Thing", uid, before, after, Optional.empty(), false, Author.SERVER, Instant.EPOCH);
  }
}
