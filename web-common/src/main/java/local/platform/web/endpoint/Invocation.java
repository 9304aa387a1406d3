package local.platform.web.endpoint;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.web.observability.Measurement;

/**
 * A request of a method, as received by a protocol.
 *
 * @param <Q> its request message
 */
public interface Invocation<Q extends Message> {
  /**
   * Returns the measurement of the request. The protocol has set its operation before it
   * authenticated the request, so that refusals are counted under it too.
   */
  Measurement measurement();

  /** Returns the limits of the request. */
  RequestLimit limit();

  /**
   * Checks that the client accepts what the protocol answers. Called when the request was taken
   * from its limits, before anything else is done.
   *
   * @throws RuntimeException the refusal, in terms of the protocol
   */
  default void requireAcceptable() {}

  /** Returns why nobody is waiting for the answer any more; empty as long as somebody is. */
  Optional<Reason> abandoned();

  /** Returns the id of the request. */
  String requestId();

  /** Returns all values of a header, or of the metadata of this name; none if there is none. */
  List<String> headers(String name);

  /**
   * Returns the name of the version of the API as the client wrote it; empty for a method without a
   * version.
   */
  Optional<String> version();

  /** Returns the precondition of the request on the stored version. */
  VersionCondition condition();

  /**
   * Returns the fields that an update is to change, where its message has no field for them; no
   * paths if the request does not tell.
   */
  FieldMask updateMask();

  /** Returns what is wrong with the form of the request. More is added while it is read. */
  FieldViolations violations();

  /**
   * Reads the request message, and adds to the violations what is wrong with it.
   *
   * @throws local.platform.foundation.error.PlatformException INVALID_ARGUMENT if it cannot be read
   *     at all
   */
  Q message();

  /**
   * Returns the body of a request that is not read before its method is called.
   *
   * @throws UnsupportedOperationException if the protocol has no such requests
   */
  default Upload upload() {
    throw new UnsupportedOperationException("this protocol has no uploads");
  }
}
