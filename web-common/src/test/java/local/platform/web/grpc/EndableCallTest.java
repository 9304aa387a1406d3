package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.error.PlatformException;
import local.platform.web.observability.RequestId;
import org.junit.jupiter.api.Test;

class EndableCallTest {
  private final List<Metadata> trailers = new ArrayList<>();

  private final ServerCall<String, String> call =
      new ServerCall<>() {
        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(String message) {}

        @Override
        public void close(Status status, Metadata given) {
          trailers.add(given);
        }

        @Override
        public boolean isCancelled() {
          return false;
        }

        @Override
        public MethodDescriptor<String, String> getMethodDescriptor() {
          throw new UnsupportedOperationException();
        }
      };

  @Test
  void aCallHasOneIdHoweverOftenItIsWrapped() {
    Metadata headers = new Metadata(); // without an id, so that one is made
    EndableCall<String, String> outer = new EndableCall<>(call, headers);
    EndableCall<String, String> inner = new EndableCall<>(outer, headers);

    RequestId logged = EndableCall.id(inner, headers);
    outer.end(PlatformException.concurrentUpdate(), "platform.test");

    assertThat(trailers)
        .singleElement()
        .extracting(each -> each.get(CallMetadata.REQUEST_ID))
        .isEqualTo(logged.requestId());
  }
}
