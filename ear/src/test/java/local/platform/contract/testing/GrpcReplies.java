package local.platform.contract.testing;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.PreconditionFailure;
import com.google.rpc.QuotaFailure;
import com.google.rpc.RequestInfo;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.grpc.Metadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.GrpcServer.Answer;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.web.json.ProtoJson;

/** Converts answers of gRPC to those that REST would have given. */
public final class GrpcReplies {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final JsonFormat.Printer ERRORS =
      JsonFormat.printer()
          .usingTypeRegistry(
              TypeRegistry.newBuilder()
                  .add(ErrorInfo.getDescriptor())
                  .add(BadRequest.getDescriptor())
                  .add(PreconditionFailure.getDescriptor())
                  .add(QuotaFailure.getDescriptor())
                  .add(RequestInfo.getDescriptor())
                  .add(ResourceInfo.getDescriptor())
                  .add(RetryInfo.getDescriptor())
                  .build());

  private GrpcReplies() {}

  /** Returns an answer with an HTTP status and as JSON. */
  public static Reply of(Answer answer) {
    int status = httpStatus(answer.status().getCode());
    HttpHeaders headers = headers(answer.headers(), answer.trailers());
    return new Reply(
        status, headers, answer.message().map(GrpcReplies::json).orElseGet(() -> error(answer)));
  }

  /** Returns the HTTP status of a code ({@code google/rpc/code.proto}). */
  private static int httpStatus(io.grpc.Status.Code code) {
    return switch (code) {
      case OK -> 200;
      case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE -> 400;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, ABORTED -> 409;
      case RESOURCE_EXHAUSTED -> 429;
      case CANCELLED -> 499;
      case UNKNOWN, INTERNAL, DATA_LOSS -> 500;
      case UNIMPLEMENTED -> 501;
      case UNAVAILABLE -> 503;
      case DEADLINE_EXCEEDED -> 504;
    };
  }

  private static HttpHeaders headers(Metadata... all) {
    Map<String, List<String>> fields = new HashMap<>();
    for (Metadata metadata : all) {
      for (String name : metadata.keys()) {
        if (!name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
          metadata
              .getAll(GrpcServer.key(name))
              .forEach(value -> fields.computeIfAbsent(name, key -> new ArrayList<>()).add(value));
        }
      }
    }
    return HttpHeaders.of(fields, (name, value) -> true);
  }

  /** Returns the {@code google.rpc.Status} of a refusal as JSON; without one, its text. */
  private static String error(Answer answer) {
    byte[] bytes = answer.trailers().get(DETAILS);
    if (bytes == null) {
      return "no google.rpc.Status: " + answer.status();
    }
    try {
      Status status = Status.parseFrom(bytes);
      if (status.getCode() != answer.status().getCode().value()
          || !status.getMessage().equals(answer.status().getDescription())) {
        throw new AssertionError(answer.status() + " has details of " + status);
      }
      return ERRORS.print(status);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("no google.rpc.Status", e);
    }
  }

  private static String json(DynamicMessage message) {
    if (message.getDescriptorForType().getFullName().equals(Empty.getDescriptor().getFullName())) {
      return "";
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      json.writeObject(withTimestamps(message));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns the message with its times in the class that has a JSON form of its own. */
  private static Message withTimestamps(Message message) {
    if (message
        .getDescriptorForType()
        .getFullName()
        .equals(Timestamp.getDescriptor().getFullName())) {
      try {
        return Timestamp.parseFrom(message.toByteString());
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError(e);
      }
    }
    Message.Builder converted = message.toBuilder();
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (value instanceof Message nested) {
                converted.setField(field, withTimestamps(nested));
              } else if (value instanceof List<?> list && !field.isMapField()) {
                converted.setField(
                    field,
                    list.stream()
                        .map(each -> each instanceof Message nested ? withTimestamps(nested) : each)
                        .toList());
              }
            });
    return converted.build();
  }
}
