package local.platform.process;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import local.platform.contract.testing.Await;
import local.platform.contract.testing.PlatformProcess;

/**
 * The files of a public feed, as a node serves them to anybody.
 *
 * @param feed uid of the feed
 */
record ServedFeed(PlatformProcess node, String feed) {
  private static final HttpClient HTTP = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int OK = 200;

  /** What a client is told of a file besides its bytes. */
  private static final List<String> HEADERS =
      List.of("ETag", "Last-Modified", "Content-Length", "Content-Type", "X-Goog-Hash");

  /** Gets a file, given by its path below {@code osv}. */
  HttpResponse<byte[]> get(String file) {
    URI uri = URI.create(node.url() + "/feeds/" + feed + "/osv/" + file);
    try {
      return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the lines of a text; none while it is not there. */
  List<String> lines(String file) {
    HttpResponse<byte[]> response = get(file);
    return response.statusCode() == OK
        ? new String(response.body(), StandardCharsets.UTF_8).lines().toList()
        : List.of();
  }

  /** Returns the records of an archive in its order; none while it is not there. */
  List<JsonNode> records(String archive) {
    HttpResponse<byte[]> response = get(archive);
    List<JsonNode> records = new ArrayList<>();
    if (response.statusCode() != OK) {
      return records;
    }
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(response.body()))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        JsonNode record = JSON.readTree(in.readAllBytes());
        assertThat(entry.getName()).isEqualTo(record.path("id").asText() + ".json");
        records.add(record);
      }
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until two nodes have the same version of a file, of which they must say the same. */
  static void assertSame(String file, ServedFeed one, ServedFeed other) {
    List<HttpResponse<byte[]>> both =
        Await.value(
            file,
            PATIENCE,
            () -> List.of(one.get(file), other.get(file)),
            each -> isSameVersion(each.get(0), each.get(1)));
    HttpResponse<byte[]> first = both.get(0);
    HttpResponse<byte[]> second = both.get(1);
    for (String header : HEADERS) {
      assertThat(second.headers().allValues(header))
          .as("%s of %s", header, file)
          .isEqualTo(first.headers().allValues(header));
    }
    assertThat(second.body()).as(file).isEqualTo(first.body());
  }

  private static boolean isSameVersion(HttpResponse<byte[]> one, HttpResponse<byte[]> other) {
    return one.statusCode() == OK && other.statusCode() == OK && tag(one).equals(tag(other));
  }

  private static Optional<String> tag(HttpResponse<byte[]> response) {
    return response.headers().firstValue("ETag");
  }
}
