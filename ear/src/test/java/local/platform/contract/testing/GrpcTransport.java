package local.platform.contract.testing;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.Metadata;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.contract.testing.GrpcRoutes.Match;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.web.endpoint.DryRuns;
import local.platform.web.endpoint.IdempotentRequests;
import local.platform.web.observability.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests of both versions, the token exchange and "who am I" over gRPC, and all others over
 * REST.
 */
record GrpcTransport(RestTransport rest, GrpcServer server) implements Transport {
  private static final Metadata.Key<String> REQUEST_ID = GrpcServer.key(RequestId.HEADER);

  /** The headers that have metadata of the same name. */
  private static final Set<String> METADATA = Set.of(DryRuns.HEADER, IdempotentRequests.KEY_HEADER);

  private static final Pattern VERSIONED =
      Pattern.compile("^/(?:iam|registry|libraries|vulnerabilities|advisory|ping)/v[12]/");
  private static final Set<String> UNVERSIONED = Set.of("/sts/exchange", "/auth/v1/ok");

  @Override
  public Reply send(
      String method,
      String path,
      @Nullable String body,
      Map<String, String> headers,
      String token) {
    String[] parts = path.split("\\?", 2);
    if (!VERSIONED.matcher(parts[0]).find() && !UNVERSIONED.contains(parts[0])) {
      return rest.send(method, path, body, headers, token);
    }
    if (!METADATA.containsAll(headers.keySet())) {
      throw new IllegalArgumentException("gRPC does not know " + headers);
    }
    Match match = server.routes().find(method, parts[0]);
    DynamicMessage request = GrpcRequests.of(match, parts.length == 2 ? parts[1] : "", body);
    MethodDescriptor called = match.method();
    Metadata metadata = GrpcServer.bearer(token);
    metadata.put(REQUEST_ID, PlatformClient.REQUEST_ID);
    headers.forEach((name, value) -> metadata.put(GrpcServer.key(name), value));
    Reply reply =
        GrpcReplies.of(server.call(called.getService().getFullName(), called, request, metadata));
    FieldSpelling.check(reply, called.getInputType());
    return reply;
  }
}
