package local.platform.web.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import local.platform.foundation.error.PlatformException;
import local.platform.web.error.ErrorStatus;
import local.platform.web.json.ProtoJson;
import local.platform.web.observability.RequestId;

/** The body of errors that are answered outside JAX-RS. */
public final class ErrorBody {
  private ErrorBody() {}

  /**
   * Returns the bare {@code google.rpc.Status} as JSON in UTF-8.
   *
   * @param requestId id of the request that failed
   */
  public static byte[] of(PlatformException error, String serviceDomain, String requestId) {
    return bytes(ErrorStatus.of(error, serviceDomain, requestId));
  }

  private static byte[] bytes(ErrorStatus status) {
    try {
      return ProtoJson.mapper().writeValueAsBytes(status);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  /**
   * Sends an error from a servlet filter.
   *
   * @param response the answer, which has the id of the request already
   */
  public static void send(HttpServletResponse response, HttpFailure failure, String serviceDomain)
      throws IOException {
    send(response, failure, ErrorStatus.DEFAULT_AREA, serviceDomain);
  }

  /**
   * Sends an error of an area from a servlet, besides the headers that the answer has already.
   *
   * @param response the answer, which has the id of the request already
   * @param area the area of the API that failed
   */
  public static void send(
      HttpServletResponse response, HttpFailure failure, String area, String serviceDomain)
      throws IOException {
    response.setStatus(failure.status());
    response.setContentType("application/json");
    failure.headers().forEach(response::addHeader);
    String requestId = response.getHeader(RequestId.HEADER);
    byte[] body = bytes(ErrorStatus.of(failure.error(), area, serviceDomain, requestId));
    response.setContentLength(body.length); // whatever was going to be sent
    response.getOutputStream().write(body);
  }
}
