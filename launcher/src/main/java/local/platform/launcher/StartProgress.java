package local.platform.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.LongSupplier;

/**
 * The standard error of a server. At a terminal it shows below what is written to it for how many
 * seconds the server has been starting.
 */
final class StartProgress extends OutputStream {
  /** Moves the cursor to the beginning of the line and erases the line (ECMA-48). */
  private static final String ERASE = "\r\u001b[K";

  private static final int SECOND_MILLIS = 1_000;

  private final OutputStream err;
  private final LongSupplier uptimeMillis;
  private boolean isStarting;
  private boolean isShown;

  /**
   * Creates one that shows nothing yet.
   *
   * @param err the standard error
   * @param uptimeMillis tells how long the process has been running, in milliseconds
   */
  StartProgress(OutputStream err, LongSupplier uptimeMillis) {
    this.err = err;
    this.uptimeMillis = uptimeMillis;
  }

  /** Shows the seconds each second, until the server is ready or ends. */
  void showEachSecond() {
    begin();
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    Timer timer = new Timer("start-progress", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            if (!show()) {
              timer.cancel();
            }
          }
        },
        0,
        SECOND_MILLIS);
  }

  /** Records that the server is starting at a terminal. */
  synchronized void begin() {
    isStarting = true;
  }

  /** Shows the seconds in place of those shown before; returns false if it no longer does. */
  synchronized boolean show() {
    if (isStarting) {
      try {
        erase();
        long seconds = uptimeMillis.getAsLong() / SECOND_MILLIS;
        err.write(("The platform is starting: " + seconds + " s").getBytes(UTF_8));
        err.flush();
        isShown = true;
      } catch (IOException e) {
        isStarting = false; // the terminal is gone
      }
    }
    return isStarting;
  }

  /** Records that the server is ready, or ends. */
  synchronized void end() {
    isStarting = false;
    try {
      erase();
      err.flush();
    } catch (IOException e) {
      isShown = false; // the terminal is gone
    }
  }

  private void erase() throws IOException {
    if (isShown) {
      err.write(ERASE.getBytes(UTF_8));
      isShown = false;
    }
  }

  @Override
  public synchronized void write(int octet) throws IOException {
    erase();
    err.write(octet);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    erase();
    err.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    err.flush();
  }
}
