package local.platform.hub.imports;

import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/** The operations on imports of any format, once they have been started. */
public interface ImportService {
  /** Most issues that are kept of an import. */
  int MAX_ISSUES = 10_000;

  /**
   * Reads an import. Requires {@code libraries.artifacts.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Import get(Caller caller, Uid uid);

  /**
   * Reads the issues of an import in the order of its file, of which the first {@link #MAX_ISSUES}
   * are kept. Requires {@code libraries.artifacts.list} at it.
   *
   * @param after how many issues to leave out
   * @param limit maximum number of issues
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  List<ImportIssue> issues(Caller caller, Uid uid, int after, int limit);

  /**
   * Cancels an import: it ends with the batch that is being stored. Requires at it what starting it
   * required. Cancelling a cancelled import changes nothing.
   *
   * @throws PlatformException PERMISSION_DENIED, also if there is no such import and the caller
   *     does not hold {@code libraries.artifacts.list} at it; NOT_FOUND; FAILED_PRECONDITION with
   *     IMPORT_ENDED if it has ended otherwise
   */
  Import cancel(Caller caller, Uid uid);
}
