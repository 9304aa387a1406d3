package local.platform.web.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import local.platform.foundation.error.PlatformException;
import local.platform.web.error.ErrorStatus;
import local.platform.web.json.ProtoJson;

/** The body of errors that are answered outside JAX-RS. */
public final class ErrorBody {
  private ErrorBody() {}

  /** Returns the bare {@code google.rpc.Status} as JSON in UTF-8. */
  public static byte[] of(PlatformException error, String serviceDomain) {
    try {
      return ProtoJson.mapper().writeValueAsBytes(ErrorStatus.of(error, serviceDomain));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  /** Sends an error from a servlet filter. */
  public static void send(HttpServletResponse response, HttpFailure failure, String serviceDomain)
      throws IOException {
    response.setStatus(failure.status());
    response.setContentType("application/json");
    failure.headers().forEach(response::setHeader);
    response.getOutputStream().write(of(failure.error(), serviceDomain));
  }
}
