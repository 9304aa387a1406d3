package local.platform.web.error;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import local.platform.foundation.error.Causes;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.DatabaseFailure;

/**
 * Converts any exception into an error that the client may know. Internal failures are logged here,
 * once, and answered without their cause.
 */
public final class ErrorClassifier {
  private static final Logger LOG = System.getLogger(ErrorClassifier.class.getName());

  /** Limits the log: a record for each request could fill the disk. */
  private static final Interval DATABASE_AWAY =
      new Interval(Duration.ofSeconds(5), System::nanoTime);

  private ErrorClassifier() {}

  /** Classifies a failure. */
  public static PlatformException classify(Throwable thrown) {
    return Causes.of(thrown)
        .filter(PlatformException.class::isInstance)
        .map(PlatformException.class::cast)
        .findFirst()
        .orElseGet(() -> classifyUnknown(thrown));
  }

  private static PlatformException classifyUnknown(Throwable thrown) {
    if (Causes.of(thrown).anyMatch(RejectedExecutionException.class::isInstance)) {
      return PlatformException.unavailable("the server is shutting down");
    }
    return switch (DatabaseFailure.of(thrown).kind()) {
      case CONNECTION, REFUSED_BY_GROUP -> {
        if (DATABASE_AWAY.isOver()) {
          LOG.log(Level.WARNING, "the database is away, or cannot be written", thrown);
        }
        yield PlatformException.unavailable("the database cannot be reached or written: try again");
      }
      case CONFLICT, ROLLED_BACK_BY_GROUP -> PlatformException.concurrentUpdate();
      case TIMEOUT -> {
        LOG.log(Level.WARNING, "a statement took too long", thrown);
        yield new PlatformException(
            ErrorCode.DEADLINE_EXCEEDED,
            "DEADLINE_EXCEEDED",
            "the request took too long: ask for less at once",
            Map.of());
      }
      case DUPLICATE, MISSING_PARENT, HAS_CHILDREN, OTHER -> {
        LOG.log(Level.ERROR, "a request failed", thrown);
        yield PlatformException.internal();
      }
    };
  }
}
