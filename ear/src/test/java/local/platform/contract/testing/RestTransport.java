package local.platform.contract.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.web.observability.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over HTTP/1.1, each of whose answers must have its date and be as the OpenAPI
 * documents describe it. Requests have the same id unless they bring one, so that answers which
 * must be alike are equal.
 */
record RestTransport(URI url) implements Transport {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The path that is asked while the server starts, and the listener is not ours yet. */
  private static final String READINESS = "/health/ready";

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  @Override
  public Reply send(
      String method,
      String path,
      @Nullable String body,
      Map<String, String> headers,
      String token) {
    Map<String, String> all = new LinkedHashMap<>();
    if (!token.isEmpty()) {
      all.put("Authorization", "Bearer " + token);
    }
    if (body != null) {
      all.put("Content-Type", "application/json");
    }
    all.put(RequestId.HEADER, PlatformClient.REQUEST_ID);
    all.putAll(headers);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(TIMEOUT)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    all.forEach(request::header);
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
      Reply reply = new Reply(response.statusCode(), response.headers(), response.body());
      FieldSpelling.check(reply);
      if (!path.equals(READINESS)) {
        requireDate(request.build(), response);
        DescribedReplies.check(url, method, request.build().uri().getRawPath(), reply);
      }
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Every answer has one date (RFC 9110, section 6.6.1), in English and in GMT. */
  private static void requireDate(HttpRequest request, HttpResponse<?> response) {
    List<String> dates = response.headers().allValues("Date");
    if (dates.size() != 1
        || Duration.between(DATE.parse(dates.get(0), Instant::from), Instant.now())
                .abs()
                .compareTo(TIMEOUT)
            > 0) {
      throw new AssertionError(request + " was answered with the dates " + dates);
    }
  }
}
