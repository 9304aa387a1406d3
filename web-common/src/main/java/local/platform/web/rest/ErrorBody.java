package local.platform.web.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import local.platform.error.PlatformException;
import local.platform.web.error.ErrorStatus;
import local.platform.web.json.ProtoJson;

/** The body of an error on HTTP: the bare {@code google.rpc.Status} as JSON. */
public final class ErrorBody {
  private static final String TYPE_URL = "type.googleapis.com/";

  private ErrorBody() {}

  /** The body of an error, in UTF-8. */
  public static byte[] of(PlatformException error, String serviceDomain) {
    ErrorStatus status = ErrorStatus.of(error, serviceDomain);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      json.writeStartObject();
      json.writeNumberField("code", status.code());
      json.writeStringField("message", status.message());
      if (!status.details().isEmpty()) {
        writeDetails(json, status.details());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static void writeDetails(JsonGenerator json, List<Message> details) throws IOException {
    json.writeArrayFieldStart("details");
    for (Message detail : details) {
      json.writeStartObject();
      json.writeStringField("@type", TYPE_URL + detail.getDescriptorForType().getFullName());
      ProtoJson.writeFields(json, detail);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Answers from a servlet filter, where no JAX-RS application answers. */
  public static void send(HttpServletResponse response, HttpFailure failure, String serviceDomain)
      throws IOException {
    response.setStatus(failure.status());
    response.setContentType("application/json");
    failure.headers().forEach(response::setHeader);
    response.getOutputStream().write(of(failure.error(), serviceDomain));
  }
}
