package local.platform.web.grpc;

import io.grpc.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.web.observability.RequestId;

/** Textual metadata of calls and of answers. */
final class CallMetadata {
  /** The id, in both directions. */
  static final Metadata.Key<String> REQUEST_ID = key(RequestId.HEADER);

  private static final Metadata.Key<String> TRACE_PARENT = key("traceparent");

  private CallMetadata() {}

  /** Returns the id of the request. */
  static RequestId of(Metadata headers) {
    return RequestId.ofHeaders(values(headers, REQUEST_ID), headers.get(TRACE_PARENT));
  }

  /** Returns all values of a key. */
  static List<String> values(Metadata headers, Metadata.Key<String> key) {
    List<String> values = new ArrayList<>();
    Optional.ofNullable(headers.getAll(key)).ifPresent(all -> all.forEach(values::add));
    return values;
  }

  static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
