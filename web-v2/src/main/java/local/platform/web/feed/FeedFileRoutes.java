package local.platform.web.feed;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import local.platform.vulnerability.feed.Feed;
import local.platform.vulnerability.feed.file.FeedFile;
import local.platform.vulnerability.feed.file.FeedFile.Kind;
import local.platform.vulnerability.feed.file.FeedFiles;
import local.platform.vulnerability.feed.file.FeedFiles.Opened;
import local.platform.vulnerability.feed.file.FeedFiles.Version;
import local.platform.web.http.HttpDate;
import local.platform.web.rest.ETags;

/** The files of feeds, in the layout of the public bucket of OSV. */
@ApplicationScoped
public class FeedFileRoutes implements FeedRoutes {
  private static final String FORMAT = "osv";
  private static final String RECORD = ".json";

  /**
   * Names of ecosystems. A database that ignores blanks at the end would find one by many names,
   * each of which would have files of its own.
   */
  private static final Pattern ECOSYSTEM = Pattern.compile("[!-~]+( +[!-~]+)*+");

  private static final Map<String, Kind> OF_ALL =
      Map.of(
          "ecosystems.txt", Kind.ECOSYSTEMS,
          "all.zip", Kind.ARCHIVE,
          "modified_id.csv", Kind.CHANGES);

  private static final Map<Kind, String> MEDIA_TYPES =
      Map.of(
          Kind.ECOSYSTEMS, "text/plain;charset=UTF-8",
          Kind.ARCHIVE, "application/zip",
          Kind.CHANGES, "text/csv;charset=UTF-8");

  @EJB private FeedFiles files;

  @Override
  public Optional<FeedRoute> find(List<String> path) {
    if (path.isEmpty() || !path.get(0).equals(FORMAT) || path.contains("")) {
      return Optional.empty();
    }
    return switch (path.size()) {
      case 2 -> Optional.ofNullable(OF_ALL.get(path.get(1))).map(kind -> file(kind, ""));
      case 3 -> ofEcosystem(path.get(1), path.get(2));
      default -> Optional.empty();
    };
  }

  private Optional<FeedRoute> ofEcosystem(String ecosystem, String name) {
    if (!ECOSYSTEM.matcher(ecosystem).matches()) {
      return Optional.empty();
    }
    Kind kind = OF_ALL.get(name);
    if (kind != null && kind != Kind.ECOSYSTEMS) {
      return Optional.of(file(kind, ecosystem));
    }
    if (!name.endsWith(RECORD) || name.equals(RECORD)) {
      return Optional.empty();
    }
    String id = name.substring(0, name.length() - RECORD.length());
    return Optional.of(route("GetRecord", (feed, request) -> record(feed, ecosystem, id, request)));
  }

  private FeedRoute file(Kind kind, String ecosystem) {
    FeedFile file = new FeedFile(kind, ecosystem);
    return route("GetFile", (feed, request) -> file(feed, file, request));
  }

  private static FeedRoute route(String operation, FeedRoute.Handler handler) {
    return new FeedRoute("feeds/" + operation, "GET", handler);
  }

  private FeedAnswer file(Feed feed, FeedFile file, HttpServletRequest request) {
    FeedFile.State state = files.state(feed, file);
    Version current = new Version(file.tag(feed.uid(), state), state.modified());
    if (has(request, current)) {
      return FeedAnswer.notModified(headers(current));
    }
    // What is served may be older than the current state.
    return answer(request, files.open(feed, file, state), MEDIA_TYPES.get(file.kind()));
  }

  private FeedAnswer record(Feed feed, String ecosystem, String id, HttpServletRequest request) {
    Version current = files.version(feed, ecosystem, id);
    return has(request, current)
        ? FeedAnswer.notModified(headers(current))
        : answer(request, files.record(feed, ecosystem, id), "application/json");
  }

  private static FeedAnswer answer(HttpServletRequest request, Opened opened, String mediaType) {
    boolean isKnown = true;
    try {
      isKnown = has(request, opened.version());
    } finally {
      if (isKnown) {
        opened.close();
      }
    }
    Map<String, String> headers = headers(opened.version());
    if (isKnown) {
      return FeedAnswer.notModified(headers);
    }
    opened.crc32c().ifPresent(crc -> headers.put("X-Goog-Hash", "crc32c=" + base64(crc)));
    return FeedAnswer.ok(headers, new OfFile(mediaType, opened));
  }

  private static Map<String, String> headers(Version version) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ETag", quoted(version));
    headers.put("Last-Modified", HttpDate.of(version.modified()));
    headers.put("Cache-Control", "no-cache");
    return headers;
  }

  private static String quoted(Version version) {
    return "\"" + version.tag() + "\"";
  }

  /** Returns a checksum as clients of Google Cloud Storage expect it. */
  private static String base64(int crc) {
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(Integer.BYTES).putInt(crc).array());
  }

  /**
   * Returns whether the client has a version (RFC 9110, section 13.2.2). A date is compared with
   * that of the version, and not in time: what a client gets may be older than its request.
   */
  private static boolean has(HttpServletRequest request, Version version) {
    List<String> tags = Collections.list(request.getHeaders("If-None-Match"));
    if (!tags.isEmpty()) {
      return ETags.isNamed(String.join(", ", tags), quoted(version));
    }
    Optional<Instant> since =
        Optional.ofNullable(request.getHeader("If-Modified-Since")).flatMap(HttpDate::parse);
    return since.filter(version.modified().truncatedTo(ChronoUnit.SECONDS)::equals).isPresent();
  }

  private record OfFile(String mediaType, Opened file) implements FeedAnswer.Content {
    @Override
    public long length() {
      return file.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      file.writeTo(out);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
