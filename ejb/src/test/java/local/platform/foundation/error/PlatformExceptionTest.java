package local.platform.foundation.error;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.ApplicationException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlatformExceptionTest {
  private static final Uid UID = Uid.newRoot();

  static Stream<PlatformException> oneOfEachFactory() {
    return Stream.of(
        PlatformException.invalidArgument("name", "is wrong"),
        PlatformException.notFound("Group", UID),
        PlatformException.notFound("Identity", "there is none"),
        PlatformException.tooLarge("LIST_TOO_LONG", 7, "the list has more than 7 items"),
        PlatformException.permissionDenied("groups.list", UID),
        PlatformException.permissionDenied("not you"),
        PlatformException.failedPrecondition("RESOURCE_NOT_EMPTY", UID, "not empty"),
        PlatformException.etagMismatch(UID),
        PlatformException.etagMismatch("platform.iam.v2.GroupsService/ListGroups"),
        PlatformException.etagMatch(UID),
        PlatformException.concurrentUpdate(),
        PlatformException.unauthenticated("TOKEN_EXPIRED", "expired"),
        PlatformException.unimplemented("LookupGroup"),
        PlatformException.unavailable("later"),
        PlatformException.internal());
  }

  @ParameterizedTest
  @MethodSource("oneOfEachFactory")
  void anErrorFollowsTheFormOfAip193(PlatformException error) {
    assertThat(error.reason()).matches("[A-Z][A-Z0-9_]+[A-Z0-9]").hasSizeLessThanOrEqualTo(63);
    assertThat(error.metadata().keySet()).allMatch(key -> key.matches("[a-z][a-zA-Z0-9_-]{1,63}"));
    assertThat(error.getMessage()).startsWith(error.code().title() + ": ");
    assertThat(error.details().stream().map(Object::getClass)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("oneOfEachFactory")
  void onlyAnErrorOfTheServerHasAStackTrace(PlatformException error) {
    boolean isOfServer = error.code().httpStatus() >= 500;

    assertThat(error.getStackTrace().length > 0).isEqualTo(isOfServer);
    assertThat(error.withoutDetails().getStackTrace()).isEmpty();
  }

  @Test
  void severalViolationsAreOneErrorThatNamesThemAll() {
    PlatformException error =
        PlatformException.invalidArgument(
            List.of(
                new FieldViolation("name", "is empty"),
                new FieldViolation("text", "is long"),
                new FieldViolation("text", "is odd")),
            3);

    assertThat(error).hasMessage("Invalid argument: name: is empty; text: is long; text: is odd");
    assertThat(error.metadata()).containsEntry("fields", "name,text");
  }

  @ParameterizedTest
  @MethodSource("oneOfEachFactory")
  void anErrorWithoutDetailsHasTheSameCodeAndMessage(PlatformException error) {
    PlatformException bare = error.withoutDetails();

    assertThat(bare.isBare()).isTrue();
    assertThat(bare.code()).isEqualTo(error.code());
    assertThat(bare).hasMessage(error.getMessage());
    assertThat(bare.details()).isEmpty();
    assertThat(error.isBare()).isFalse();
  }

  @Test
  void theContainerRollsBackAndDoesNotWrapIt() {
    ApplicationException annotation =
        PlatformException.class.getAnnotation(ApplicationException.class);

    assertThat(annotation.rollback()).isTrue();
    assertThat(RuntimeException.class).isAssignableFrom(PlatformException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "CANCELLED, 1, 499",
    "UNKNOWN, 2, 500",
    "INVALID_ARGUMENT, 3, 400",
    "DEADLINE_EXCEEDED, 4, 504",
    "NOT_FOUND, 5, 404",
    "ALREADY_EXISTS, 6, 409",
    "PERMISSION_DENIED, 7, 403",
    "RESOURCE_EXHAUSTED, 8, 429",
    "FAILED_PRECONDITION, 9, 400",
    "ABORTED, 10, 409",
    "OUT_OF_RANGE, 11, 400",
    "UNIMPLEMENTED, 12, 501",
    "INTERNAL, 13, 500",
    "UNAVAILABLE, 14, 503",
    "DATA_LOSS, 15, 500",
    "UNAUTHENTICATED, 16, 401"
  })
  void aCodeHasTheNumbersOfTheContract(ErrorCode code, int number, int status) {
    assertThat(code.number()).isEqualTo(number);
    assertThat(code.httpStatus()).isEqualTo(status);
  }

  @Test
  void everyCodeButOkIsThere() {
    assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number).collect(Collectors.toSet()))
        .hasSize(16);
  }
}
