package local.platform.web.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The body of a request: JSON or a form. The listener has bounded it. */
final class RequestBody {
  private RequestBody() {}

  /**
   * Reads a body that is JSON.
   *
   * @throws HttpFailure 415 if it is there and not JSON
   */
  static byte[] read(ContainerRequestContext request) {
    return read(request, RequestBody::countsAsJson, MediaType.APPLICATION_JSON);
  }

  /**
   * Reads a body that is a form.
   *
   * @throws HttpFailure 415 if it is there and not a form
   */
  static byte[] readForm(ContainerRequestContext request) {
    return read(request, RequestBody::isForm, MediaType.APPLICATION_FORM_URLENCODED);
  }

  private static byte[] read(
      ContainerRequestContext request, Predicate<@Nullable MediaType> accepted, String expected) {
    byte[] bytes;
    try (InputStream stream = request.getEntityStream()) {
      bytes = stream.readAllBytes();
    } catch (IOException e) {
      throw HttpFailure.badRequest("the body could not be read to its end");
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
  private static boolean countsAsJson(@Nullable MediaType type) {
    return isForm(type) || isJson(type);
  }

  /** Whether it is JSON, or a format that is written in JSON, such as a problem. */
  static boolean isJson(MediaType type) {
    String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
    return type.getType().equalsIgnoreCase("application")
        && (subtype.equals("json") || subtype.endsWith("+json"));
  }
}
