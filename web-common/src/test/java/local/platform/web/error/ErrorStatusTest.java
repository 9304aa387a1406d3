package local.platform.web.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.PreconditionFailure;
import com.google.rpc.QuotaFailure;
import com.google.rpc.RequestInfo;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.ErrorDetail;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorStatusTest {
  static Stream<Arguments> details() {
    return Stream.of(
        Arguments.of(
            new ErrorDetail.BadRequest(
                List.of(new FieldViolation("a", "is odd"), new FieldViolation("b", "is even")), 2),
            BadRequest.newBuilder()
                .addFieldViolations(
                    BadRequest.FieldViolation.newBuilder().setField("a").setDescription("is odd"))
                .addFieldViolations(
                    BadRequest.FieldViolation.newBuilder().setField("b").setDescription("is even"))
                .build()),
        Arguments.of(
            new ErrorDetail.PreconditionFailure("RESOURCE_NOT_EMPTY", "uid", "empty it"),
            PreconditionFailure.newBuilder()
                .addViolations(
                    PreconditionFailure.Violation.newBuilder()
                        .setType("RESOURCE_NOT_EMPTY")
                        .setSubject("uid")
                        .setDescription("empty it"))
                .build()),
        Arguments.of(
            new ErrorDetail.QuotaFailure("identity:uid", "ten requests"),
            QuotaFailure.newBuilder()
                .addViolations(
                    QuotaFailure.Violation.newBuilder()
                        .setSubject("identity:uid")
                        .setDescription("ten requests"))
                .build()),
        Arguments.of(
            new ErrorDetail.ResourceInfo("Group", "uid"),
            ResourceInfo.newBuilder()
                .setResourceType("iam.example.org/Group")
                .setResourceName("uid")
                .build()),
        Arguments.of(
            new ErrorDetail.RetryInfo(Duration.ofMillis(1_500)),
            RetryInfo.newBuilder()
                .setRetryDelay(
                    com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(500_000_000))
                .build()));
  }

  @ParameterizedTest
  @MethodSource("details")
  void aDetailBecomesTheMessageOfItsName(ErrorDetail detail, Message message) {
    PlatformException error =
        new PlatformException(ErrorCode.ABORTED, "REASON", "text", Map.of(), detail);

    assertThat(ErrorStatus.of(error, "example.org", "the-id").details())
        .element(1)
        .isEqualTo(message);
    assertThat(message.getDescriptorForType().getName())
        .isEqualTo(detail.getClass().getSimpleName());
  }

  /** Groups contain the resources of all areas, and belong to one of them. */
  @Test
  void anErrorNamesTheAreaOfItsServiceAndAGroupItsOwn() {
    for (Map.Entry<String, String> kind :
        Map.of("Repo", "registry.example.org/Repo", "Group", "iam.example.org/Group").entrySet()) {
      PlatformException error =
          new PlatformException(
              ErrorCode.NOT_FOUND,
              "NOT_FOUND",
              "text",
              Map.of(),
              new ErrorDetail.ResourceInfo(kind.getKey(), "uid"));

      List<Message> details = ErrorStatus.of(error, "registry", "example.org", "the-id").details();

      assertThat(((ErrorInfo) details.get(0)).getDomain()).isEqualTo("registry.example.org");
      assertThat(((ResourceInfo) details.get(1)).getResourceType()).isEqualTo(kind.getValue());
    }
  }

  /** Otherwise it would tell whoever has no token which methods there are. */
  @Test
  void aFailedAuthenticationNamesNoArea() {
    PlatformException error = PlatformException.unauthenticated("TOKEN_MISSING", "text");

    ErrorStatus status = ErrorStatus.of(error, "registry", "example.org", "the-id");

    assertThat(status).isEqualTo(ErrorStatus.of(error, "example.org", "the-id"));
    assertThat(((ErrorInfo) status.details().get(0)).getDomain()).isEqualTo("iam.example.org");
  }

  @Test
  void everyKindOfDetailHasAMessage() {
    assertThat(details().<Class<?>>map(arguments -> arguments.get()[0].getClass()))
        .containsExactlyInAnyOrder(ErrorDetail.class.getPermittedSubclasses());
  }

  @Test
  void theErrorInfoComesFirstAndTheRequestInfoLast() {
    PlatformException error =
        new PlatformException(ErrorCode.ABORTED, "REASON", "text", Map.of("key", "value"));

    assertThat(ErrorStatus.of(error, "example.org", "the-id"))
        .isEqualTo(
            new ErrorStatus(
                10,
                "Aborted: text",
                List.of(
                    ErrorInfo.newBuilder()
                        .setReason("REASON")
                        .setDomain("iam.example.org")
                        .putMetadata("key", "value")
                        .build(),
                    RequestInfo.newBuilder().setRequestId("the-id").build())));
  }
}
