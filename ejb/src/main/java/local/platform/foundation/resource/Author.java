package local.platform.foundation.resource;

import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * The author of a change.
 *
 * @param identity the identity that made the request; empty for the server itself
 * @param request the request; empty for the server itself
 */
public record Author(Optional<Uid> identity, Optional<ApiRequest> request) {
  /** The server itself, such as at its first start. */
  public static final Author SERVER = new Author(Optional.empty(), Optional.empty());

  /** Returns what the changes are noted in, if they are to be rolled back. */
  public Optional<DryRun> dryRun() {
    return request.flatMap(ApiRequest::dryRun);
  }

  /** Returns the key under which the request may be sent again without writing twice. */
  public Optional<IdempotencyKey> key() {
    return request.flatMap(ApiRequest::key);
  }

  /**
   * Returns whether the request repeats an earlier one with its key, and so has written nothing.
   * Known only after the write.
   */
  public boolean repeats() {
    return request.filter(ApiRequest::repeats).isPresent();
  }

  /** Returns the author of changes that an identity makes. */
  public static Author of(Uid identity, Optional<ApiRequest> request) {
    return new Author(Optional.of(identity), request);
  }
}
