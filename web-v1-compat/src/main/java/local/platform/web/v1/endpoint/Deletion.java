package local.platform.web.v1.endpoint;

import com.google.protobuf.Empty;
import local.platform.foundation.error.PlatformException;

/**
 * Deletion in version 1. It succeeds if the resource does not exist, and its FAILED_PRECONDITION
 * errors have no details, which were added in version 2. All other errors are the same as for other
 * methods.
 */
public final class Deletion {
  private Deletion() {}

  /**
   * Deletes a resource.
   *
   * @param delete deletes it; may throw NOT_FOUND only if the caller may delete the resource, or if
   *     nobody could
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
