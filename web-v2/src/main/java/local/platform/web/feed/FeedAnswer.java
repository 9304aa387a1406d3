package local.platform.web.feed;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;

/**
 * An answer to a request below a feed.
 *
 * @param status the HTTP status
 * @param headers what it has besides the headers of all such answers
 * @param content the body; empty for none
 */
public record FeedAnswer(int status, Map<String, String> headers, Optional<Content> content) {
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  public FeedAnswer {
    headers = Map.copyOf(headers);
  }

  /** The body of an answer. It is closed in any case, also if it is not sent. */
  public interface Content {
    /** Returns its media type, which no browser takes for a page or a script. */
    String mediaType();

    /** Returns its length, in bytes. */
    long length();

    /** Writes all of it. */
    void writeTo(OutputStream out) throws IOException;

    /** Releases what it is read from. */
    default void close() {
      // most contents are in memory
    }
  }

  /** Returns an answer with a content. */
  public static FeedAnswer ok(Map<String, String> headers, Content content) {
    return new FeedAnswer(OK, headers, Optional.of(content));
  }

  /** Returns an answer with a content that is in memory. */
  public static FeedAnswer ok(Map<String, String> headers, String mediaType, byte[] bytes) {
    return ok(headers, new InMemory(mediaType, bytes));
  }

  /** Returns the answer for a client that has the content already. */
  public static FeedAnswer notModified(Map<String, String> headers) {
    return new FeedAnswer(NOT_MODIFIED, headers, Optional.empty());
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record InMemory(String mediaType, byte[] bytes) implements Content {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes);
    }
  }
}
