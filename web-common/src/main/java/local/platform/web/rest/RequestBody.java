package local.platform.web.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The body of a request: bounded, and JSON or a form. */
final class RequestBody {
  private RequestBody() {}

  /**
   * Reads a body that is JSON.
   *
   * @param limit most bytes
   * @throws HttpFailure 413 if it is longer; 415 if it is there and not JSON
   */
  static byte[] read(ContainerRequestContext request, int limit) {
    return read(request, limit, RequestBody::isJson, MediaType.APPLICATION_JSON);
  }

  /**
   * Reads a body that is a form.
   *
   * @param limit most bytes
   * @throws HttpFailure 413 if it is longer; 415 if it is there and not a form
   */
  static byte[] readForm(ContainerRequestContext request, int limit) {
    return read(request, limit, RequestBody::isForm, MediaType.APPLICATION_FORM_URLENCODED);
  }

  private static byte[] read(
      ContainerRequestContext request,
      int limit,
      Predicate<@Nullable MediaType> accepted,
      String expected) {
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
    if (bytes.length > 0 && !accepted.test(request.getMediaType())) {
      throw HttpFailure.unsupportedMediaType(request.getMethod(), expected);
    }
    return bytes;
  }

  private static boolean isForm(@Nullable MediaType type) {
    return type == null || type.isCompatible(MediaType.APPLICATION_FORM_URLENCODED_TYPE);
  }

  /**
   * Absent and the default of curl -d count as JSON too: examples in the wild name no type. A
   * bearer token cannot be forged by a form.
   */
  private static boolean isJson(@Nullable MediaType type) {
    if (isForm(type)) {
      return true;
    }
    String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
    return type.getType().equalsIgnoreCase("application")
        && (subtype.equals("json") || subtype.endsWith("+json"));
  }
}
