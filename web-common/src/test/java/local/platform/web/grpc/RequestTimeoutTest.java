package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.grpc.Status.Code;
import io.grpc.StatusException;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.time.Duration;
import local.platform.web.grpc.EchoServer.EchoCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTimeoutTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private long nanos = Long.MAX_VALUE - 5; // it may overflow
  private final RequestTimeout timeout = new RequestTimeout(TIMEOUT, "test", () -> nanos);
  private EchoServer server;

  @BeforeEach
  void start() throws IOException {
    server = EchoServer.behind(timeout);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Echo", "Watch"})
  void aCallWhoseRequestDoesNotEndIsEnded(String method) throws Exception {
    EchoCall call = server.begin(method);
    nanos += TIMEOUT.toNanos() - 1;
    timeout.endLateCalls();
    assertThat(call.hasEnded()).isFalse();

    nanos += 1;
    timeout.endLateCalls();

    StatusException refusal = call.end();

    assertThat(refusal.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(refusal).hasMessageContaining("did not arrive");
    assertThat(StatusProto.fromThrowable(refusal).getDetailsList())
        .extracting(Any::getTypeUrl)
        .contains("type.googleapis.com/google.rpc.ErrorInfo");
  }

  @Test
  void anAnswerMayTakeAsLongAsItLikes() {
    EchoCall watch = server.begin("Watch");
    watch.halfClose();

    nanos += TIMEOUT.toNanos();
    timeout.endLateCalls();

    assertThat(watch.hasEnded()).isFalse();
    assertThat(timeout.count()).isZero();
  }

  @Test
  void aRequestThatComesIsAnsweredAndNothingStaysBehind() throws Exception {
    EchoCall call = server.begin("Echo");
    assertThat(timeout.count()).isOne();

    call.halfClose();

    assertThat(call.end().getStatus().getCode()).isEqualTo(Code.OK);
    assertThat(timeout.count()).isZero();
  }

  @Test
  void aCallThatItsClientGivesUpLeavesNothingBehind() throws Exception {
    EchoCall call = server.begin("Echo");

    call.cancel();

    assertThat(call.end().getStatus().getCode()).isEqualTo(Code.CANCELLED);
    assertThat(timeout.count()).isZero();
  }
}
