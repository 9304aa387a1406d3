package local.platform.web.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.Predicate;
import local.platform.web.upload.Uploads;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request: JSON or a form. The listener limits its length. That of an upload is not
 * here, but its media type is.
 */
final class RequestBody {
  private RequestBody() {}

  /**
   * Reads a JSON body.
   *
   * @throws HttpFailure 415 if there is a body that is not JSON
   */
  static byte[] read(ContainerRequestContext request) {
    return read(request, RequestBody::countsAsJson, MediaType.APPLICATION_JSON);
  }

  /**
   * Reads a form.
   *
   * @throws HttpFailure 415 if there is a body that is not a form
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
    boolean hasBody = bytes.length > 0 || request.getHeaderString(Uploads.TICKET) != null;
    if (hasBody && !accepted.test(request.getMediaType())) {
      throw HttpFailure.unsupportedMediaType(request.getMethod(), expected);
    }
    return bytes;
  }

  private static boolean isForm(@Nullable MediaType type) {
    return type == null || type.isCompatible(MediaType.APPLICATION_FORM_URLENCODED_TYPE);
  }

  /**
   * Returns whether a media type is treated as JSON. A missing type and the default of curl -d are
   * too, because many examples set no type. That is safe, because a form cannot forge a bearer
   * token.
   */
  private static boolean countsAsJson(@Nullable MediaType type) {
    return isForm(type) || isJson(type);
  }

  /** Returns whether a media type is JSON, or a format based on JSON. */
  static boolean isJson(MediaType type) {
    String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
    return type.getType().equalsIgnoreCase("application")
        && (subtype.equals("json") || subtype.endsWith("+json"));
  }
}
