package local.platform.web.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** The body of a request: bounded, and JSON. */
final class RequestBody {
  private RequestBody() {}

  /**
   * Reads the body.
   *
   * @param limit most bytes
   * @throws HttpFailure 413 if it is longer; 415 if it is there and not JSON
   */
  static byte[] read(ContainerRequestContext request, int limit) {
    if (request.getLength() > limit) {
      throw HttpFailure.bodyTooLong(limit);
    }
    byte[] bytes;
    try (InputStream stream = request.getEntityStream()) {
      bytes = stream.readNBytes(limit + 1);
    } catch (IOException e) {
      throw HttpFailure.badRequest("the body could not be read to its end");
    }
    if (bytes.length > limit) {
      throw HttpFailure.bodyTooLong(limit);
    }
    if (bytes.length > 0 && !isJson(request.getMediaType())) {
      throw HttpFailure.unsupportedMediaType(request.getMethod());
    }
    return bytes;
  }

  /**
   * Absent and the default of curl -d count as JSON too: examples in the wild name no type. A
   * bearer token cannot be forged by a form.
   */
  private static boolean isJson(@org.jspecify.annotations.Nullable MediaType type) {
    if (type == null || type.isCompatible(MediaType.APPLICATION_FORM_URLENCODED_TYPE)) {
      return true;
    }
    String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
    return type.getType().equalsIgnoreCase("application")
        && (subtype.equals("json") || subtype.endsWith("+json"));
  }
}
