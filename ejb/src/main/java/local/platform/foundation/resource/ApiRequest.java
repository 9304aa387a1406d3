package local.platform.foundation.resource;

import java.util.Optional;

/**
 * The request of a caller, to which the changes that it makes belong.
 *
 * @param method full name of the requested method, such as {@code
 *     platform.iam.v2.GroupsService/UpdateGroup}, whichever of its names the client used
 * @param version name of the version of the API as the client wrote it, such as {@code v2beta1};
 *     empty for a method without a version
 * @param id its request id, which the client may have chosen: a label that is neither unique nor to
 *     be trusted
 * @param dryRun collects what it would create, if its changes are to be rolled back; empty for a
 *     request that is meant
 * @param key the key under which it may be sent again; empty if there is none, and for a dry run
 */
public record ApiRequest(
    String method,
    Optional<String> version,
    String id,
    Optional<DryRun> dryRun,
    Optional<IdempotencyKey> key) {
  /**
   * Returns whether it repeats an earlier request with its key, and so has written nothing. Known
   * only after the write.
   */
  public boolean repeats() {
    return key.filter(IdempotencyKey::isRepeated).isPresent();
  }
}
