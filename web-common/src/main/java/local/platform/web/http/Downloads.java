package local.platform.web.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;

/**
 * The places of downloads: answers that are so long that their threads wait for the clients. There
 * are fewer places than threads, so that what is answered at once does not wait for downloads.
 */
@SingleInstance
public class Downloads {
  /** What the paths begin with whose answers are files. */
  public static final String OF_FEEDS = "/feeds/";

  /** How many files are sent at a time. */
  static final int FILES = 20;

  /**
   * Number of threads: besides for files, for the requests that {@code AnonymousReads} serves at a
   * time, four lists of everything and eight of something, and for what is answered at once.
   */
  static final int THREADS = FILES + 4 + 8 + 4;

  /** Longest answer, in bytes, that the server takes from its thread without waiting. */
  private static final int SHORT = 128 * 1024;

  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Semaphore places = new Semaphore(FILES);

  /** Sends an answer. */
  @FunctionalInterface
  public interface Sending {
    /** Sends it. */
    void send() throws IOException;
  }

  /** Returns whether the thread that sends an answer of this length may wait for the client. */
  public static boolean waits(long length) {
    return length > SHORT;
  }

  /**
   * Sends an answer for which a thread may wait.
   *
   * @throws PlatformException UNAVAILABLE, before anything is sent, if all places are taken
   */
  public void run(Sending sending) throws IOException {
    if (!places.tryAcquire()) {
      throw PlatformException.unavailable(
          "too many files are being downloaded from this server: try again later", RETRY);
    }
    try {
      sending.send();
    } finally {
      places.release();
    }
  }
}
