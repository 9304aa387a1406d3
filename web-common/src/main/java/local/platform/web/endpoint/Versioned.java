package local.platform.web.endpoint;

import com.google.protobuf.Message;
import java.util.function.Function;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A resource in an answer, with the version that HTTP shows as its entity tag.
 *
 * @param message the resource
 * @param uid its uid
 * @param version its version
 * @param besides what it shows besides that is no change of it, see {@link Resource#besides}
 * @param <M> type of the message
 */
public record Versioned<M extends Message>(M message, Uid uid, long version, String besides) {

  /** Returns a resource with its message. */
  public static <R extends Resource, M extends Message> Versioned<M> of(
      R resource, Function<R, M> mapper) {
    return new Versioned<>(
        mapper.apply(resource), resource.uid(), resource.version(), resource.besides());
  }
}
