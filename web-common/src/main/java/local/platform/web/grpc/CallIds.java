package local.platform.web.grpc;

import io.grpc.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.web.observability.RequestId;

/** The ids of requests in the metadata of calls and of answers. */
final class CallIds {
  /** The id, in both directions. */
  static final Metadata.Key<String> REQUEST_ID = key(RequestId.HEADER);

  private static final Metadata.Key<String> TRACE_PARENT = key("traceparent");

  private CallIds() {}

  /** Returns the id of a call. */
  static RequestId of(Metadata headers) {
    List<String> sent = new ArrayList<>();
    Optional.ofNullable(headers.getAll(REQUEST_ID)).ifPresent(all -> all.forEach(sent::add));
    return RequestId.ofHeaders(sent, headers.get(TRACE_PARENT));
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
