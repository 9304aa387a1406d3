package local.platform.web.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestBodyTest {

  @ParameterizedTest
  @CsvSource({
    "application, json",
    "Application, JSON",
    "application, merge-patch+json",
    "application, problem+JSON",
    "application, x-www-form-urlencoded"
  })
  void aBodyOfJsonIsReadAndSoIsTheDefaultOfCurl(String type, String subtype) {
    assertThat(read(new MediaType(type, subtype), "{}")).isEqualTo("{}");
    assertThat(read(new MediaType(type, subtype, "utf-8"), "{}")).isEqualTo("{}");
  }

  @Test
  void aBodyWithoutATypeIsRead() {
    assertThat(read(null, "{}")).isEqualTo("{}");
  }

  @ParameterizedTest
  @CsvSource({
    "text, plain",
    "text, json",
    "application, xml",
    "application, jsonp",
    "application, json-seq",
    "multipart, form-data",
    "application, octet-stream"
  })
  void aBodyOfAnotherTypeIsNotSupported(String type, String subtype) {
    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(() -> read(new MediaType(type, subtype), "{}"))
        .satisfies(e -> assertThat(e.status()).isEqualTo(415));
    // Without a body the type does not matter.
    assertThat(read(new MediaType(type, subtype), "")).isEmpty();
  }

  /** The body of an upload is read later. */
  @Test
  void anUploadOfAnotherTypeIsNotSupportedEither() {
    assertThat(read(MediaType.APPLICATION_JSON_TYPE, InputStream.nullInputStream(), "a ticket"))
        .isEmpty();
    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(
            () -> read(MediaType.TEXT_PLAIN_TYPE, InputStream.nullInputStream(), "a ticket"))
        .satisfies(e -> assertThat(e.status()).isEqualTo(415));
  }

  @Test
  void aBodyThatBreaksOffIsABadRequest() {
    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(() -> read(null, broken()))
        .satisfies(e -> assertThat(e.status()).isEqualTo(400));
  }

  /** Returns a stream whose reading fails: a pipe that is not connected. */
  private static InputStream broken() {
    return new PipedInputStream();
  }

  private static String read(@Nullable MediaType type, String body) {
    return new String(read(type, new ByteArrayInputStream(body.getBytes(UTF_8))), UTF_8);
  }

  private static byte[] read(@Nullable MediaType type, InputStream body) {
    return read(type, body, null);
  }

  private static byte[] read(
      @Nullable MediaType type, InputStream body, @Nullable String uploadTicket) {
    ContainerRequestContext request =
        (ContainerRequestContext)
            Proxy.newProxyInstance(
                ContainerRequestContext.class.getClassLoader(),
                new Class<?>[] {ContainerRequestContext.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getEntityStream" -> body;
                      case "getMediaType" -> type;
                      case "getMethod" -> "POST";
                      case "getHeaderString" -> uploadTicket;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return RequestBody.read(request);
  }
}
