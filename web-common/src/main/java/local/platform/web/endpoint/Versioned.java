package local.platform.web.endpoint;

import com.google.protobuf.Message;

/**
 * A resource on its way out, with the version that HTTP shows as its entity tag.
 *
 * @param message the resource
 * @param version its version
 * @param <M> type of the message
 */
public record Versioned<M extends Message>(M message, long version) {}
