package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RequestInfo;
import com.google.rpc.Status;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.PlatformException;
import local.platform.web.observability.RequestId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GrpcStatusTest {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final int LIMIT_OF_CLIENTS = 8_192;

  /**
   * Clients count 32 bytes more for each entry (RFC 9113, section 6.5.2), and there are other
   * entries.
   */
  private static final int OTHERS = 1_000;

  /** The longest id that a client can choose. */
  private static final RequestId ID = RequestId.of("i".repeat(128), null);

  @Property(tries = 200)
  void trailersHaveRoomInWhatClientsWantAndNameSomething(
      @ForAll @IntRange(max = 500) int count,
      @ForAll @IntRange(max = 3_000) int length,
      @ForAll boolean ascii)
      throws InvalidProtocolBufferException {
    String text = (ascii ? "a" : "\uD83D\uDE00").repeat(length);
    List<FieldViolation> violations =
        IntStream.rangeClosed(0, count).mapToObj(i -> new FieldViolation("f" + i, text)).toList();

    StatusException refusal =
        GrpcStatus.of(
            PlatformException.invalidArgument(violations, violations.size()), "example.test", ID);

    byte[] details = refusal.getTrailers().get(DETAILS);
    String message = refusal.getStatus().getDescription();
    assertThat(Base64.getEncoder().encode(details).length + escaped(message) + OTHERS)
        .isLessThan(LIMIT_OF_CLIENTS);
    Status status = StatusProto.fromThrowable(refusal);
    assertThat(status.getMessage()).isEqualTo(message).startsWith("Invalid argument: f0: ");
    assertThat(status.getDetails(0).unpack(ErrorInfo.class).getReason())
        .isEqualTo("INVALID_ARGUMENT");
    assertThat(status.getDetails(status.getDetailsCount() - 1).unpack(RequestInfo.class))
        .isEqualTo(RequestInfo.newBuilder().setRequestId(ID.requestId()).build());
    if (length < 500) {
      assertThat(status.getDetails(1).unpack(BadRequest.class).getFieldViolations(0).getField())
          .isEqualTo("f0");
    }
  }

  @Test
  void aWriteThatWasPerhapsMadeIsNotTriedAgainByTheClientsLibrary() {
    Metadata.Key<String> pushback =
        Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    assertThat(
            GrpcStatus.of(PlatformException.commitUnknown(), "example.test", ID)
                .getTrailers()
                .get(pushback))
        .isEqualTo("-1");
    assertThat(
            GrpcStatus.of(
                    PlatformException.rateLimited(
                        "reads", "identity:a", "1", Duration.ofMillis(1_500)),
                    "example.test",
                    ID)
                .getTrailers()
                .get(pushback))
        .isEqualTo("2000");
    assertThat(
            GrpcStatus.of(PlatformException.commitUnknownWithKey(), "example.test", ID)
                .getTrailers()
                .get(pushback))
        .isNull();
    assertThat(
            GrpcStatus.of(PlatformException.unavailable("try again"), "example.test", ID)
                .getTrailers()
                .get(pushback))
        .isNull();
  }

  /** Returns the length of a text when each byte of characters beyond ASCII is percent-encoded. */
  private static int escaped(String text) {
    return text.codePoints()
        .map(
            each ->
                each < 128
                    ? 1
                    : 3
                        * Character.toString(each)
                            .getBytes(java.nio.charset.StandardCharsets.UTF_8)
                            .length)
        .sum();
  }

  @Test
  void whatHasRoomIsTheSameAsOnRest() throws InvalidProtocolBufferException {
    List<FieldViolation> violations =
        IntStream.range(0, 20).mapToObj(i -> new FieldViolation("f" + i, "is wrong")).toList();

    Status status =
        StatusProto.fromThrowable(
            GrpcStatus.of(
                PlatformException.invalidArgument(violations, violations.size()),
                "example.test",
                ID));

    assertThat(status.getDetails(1).unpack(BadRequest.class).getFieldViolationsList())
        .extracting(violation -> violation.getField() + violation.getDescription())
        .containsExactlyElementsOf(
            violations.stream().map(v -> v.field() + v.description()).toList());
    assertThat(status.getMessage())
        .isEqualTo(PlatformException.invalidArgument(violations, violations.size()).getMessage());
  }

  @Test
  void howManyThereAreIsToldWhenNotAllAre() throws InvalidProtocolBufferException {
    List<FieldViolation> listed =
        IntStream.range(0, 100)
            .mapToObj(i -> new FieldViolation("f" + i, "a".repeat(100)))
            .toList();

    assertThat(total(listed, 100)).isEqualTo("100");
    assertThat(total(listed, 20_000)).isEqualTo("20000");
    assertThat(total(listed.subList(0, 1), 3)).isEqualTo("3");
  }

  private static String total(List<FieldViolation> listed, int total)
      throws InvalidProtocolBufferException {
    Status status =
        StatusProto.fromThrowable(
            GrpcStatus.of(PlatformException.invalidArgument(listed, total), "example.test", ID));
    return status.getDetails(0).unpack(ErrorInfo.class).getMetadataOrThrow("totalViolations");
  }

  @Test
  void aViolationWithoutRoomDoesNotHideTheOthers() throws InvalidProtocolBufferException {
    List<FieldViolation> violations =
        List.of(
            new FieldViolation("a", "is wrong"),
            new FieldViolation("b".repeat(10_000), "is wrong"),
            new FieldViolation("c", "is wrong"));

    Status status =
        StatusProto.fromThrowable(
            GrpcStatus.of(
                PlatformException.invalidArgument(violations, violations.size()),
                "example.test",
                ID));

    assertThat(status.getDetails(1).unpack(BadRequest.class).getFieldViolationsList())
        .extracting(BadRequest.FieldViolation::getField)
        .containsExactly("a", "c");
  }
}
