package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.grpc.StatusException;
import java.io.IOException;
import local.platform.web.grpc.EchoServer.EchoCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {
  private final OpenStreams streams = new OpenStreams("test");
  private EchoServer server;

  @BeforeEach
  void start() throws IOException {
    server = EchoServer.behind(streams);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aStopEndsStreamsAndDoesNotWaitForThem() throws Exception {
    EchoCall watch = server.begin("Watch");
    watch.halfClose();
    assertThat(watch.answer()).isNotNull();
    assertThat(watch.hasEnded()).isFalse();

    streams.end();

    StatusException end = watch.end();
    assertThat(end.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(end).hasMessageContaining("connect again");
    assertThat(streams.count()).isZero();
    assertThat(server.stops()).isTrue();
  }

  @Test
  void aStreamThatBeginsLaterEndsAtOnce() throws Exception {
    streams.end();

    EchoCall watch = server.begin("Watch");

    assertThat(watch.end().getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(streams.count()).isZero();
  }

  @Test
  void otherCallsAreServedToTheirEnd() throws Exception {
    EchoCall before = server.begin("Echo");
    streams.end();
    EchoCall after = server.begin("Echo");

    before.halfClose();
    after.halfClose();

    assertThat(before.end().getStatus().getCode()).isEqualTo(Code.OK);
    assertThat(after.end().getStatus().getCode()).isEqualTo(Code.OK);
  }

  @Test
  void aStreamThatItsClientGivesUpLeavesNothingBehind() throws Exception {
    EchoCall watch = server.begin("Watch");
    assertThat(streams.count()).isOne();

    watch.cancel();

    assertThat(watch.end().getStatus().getCode()).isEqualTo(Code.CANCELLED);
    assertThat(streams.count()).isZero();
  }
}
