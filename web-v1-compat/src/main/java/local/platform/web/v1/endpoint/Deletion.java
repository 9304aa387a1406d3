package local.platform.web.v1.endpoint;

import com.google.protobuf.Empty;
import local.platform.error.PlatformException;

/**
 * Deletion in version 1, which is done where there is nothing to delete, and whose refusals have no
 * details.
 *
 * <p>A refusal is what the state of the resource brings about, since that is where version 2 added
 * a detail. A request that is wrong and a caller who may not delete are told as by every method:
 * they have nothing to do with deletion.
 */
public final class Deletion {
  private Deletion() {}

  /**
   * Deletes.
   *
   * @param delete throws NOT_FOUND only to a caller who may delete, or of what nobody could
   */
  public static Empty of(Runnable delete) {
    try {
      delete.run();
    } catch (PlatformException e) {
      switch (e.code()) {
        case NOT_FOUND -> {}
        case FAILED_PRECONDITION -> throw e.withoutDetails();
        default -> throw e;
      }
    }
    return Empty.getDefaultInstance();
  }
}
