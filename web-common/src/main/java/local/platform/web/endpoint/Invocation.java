package local.platform.web.endpoint;

import com.google.protobuf.Message;
import java.util.Optional;
import local.platform.error.FieldViolations;
import local.platform.resource.VersionCondition;
import local.platform.transaction.Cancellation.Reason;
import local.platform.web.observability.Measurement;

/**
 * A request of a method, as a protocol brings it.
 *
 * @param <Q> its request message
 */
public interface Invocation<Q extends Message> {
  /** Returns what measures the request. */
  Measurement measurement();

  /** Returns why nobody waits for the answer any more; empty as long as somebody does. */
  Optional<Reason> abandoned();

  /** Returns what the request requires of the stored version. */
  VersionCondition condition();

  /** Returns what is wrong with the shape of the request; more is noted while it is read. */
  FieldViolations violations();

  /**
   * Reads the request message, and notes what is wrong with it.
   *
   * @throws local.platform.error.PlatformException INVALID_ARGUMENT if it cannot be read at all
   */
  Q message();
}
