package local.platform.web.v1.endpoint;

import com.google.protobuf.Empty;
import local.platform.error.ErrorCode;
import local.platform.error.PlatformException;

/** Deletion in version 1, which is done where there is nothing to delete. */
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
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
    }
    return Empty.getDefaultInstance();
  }
}
