package local.platform.hub.imports;

import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.uid.Uid;

/**
 * The operations on imports of any format. Starting one takes two calls, between which the file is
 * received, so that a caller without permission is refused before it sends the file.
 */
public interface ImportService {
  /** Most issues that are kept of an import. */
  int MAX_ISSUES = 10_000;

  /** How many imports of a group, a format and a subject are kept: the newest. */
  int MAX_KEPT = 100;

  /**
   * Takes a place for an import. Requires all of {@link RecordFormat#starting} at the group. The
   * place must be closed unless an import is started with it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND if the group does not exist;
   *     FAILED_PRECONDITION with IMPORT_RUNNING if an import of this kind and subject is running in
   *     the group; RESOURCE_EXHAUSTED if the server has no place for an import, or none for this
   *     organization; UNAVAILABLE if it has none for the file
   */
  ImportPlace prepare(Caller caller, ImportRequest request);

  /**
   * Starts an import whose file was received. Requires the same again. If the file has at most 8
   * MiB, the answer usually shows the ended import. The place is closed when the import ends, or
   * could not be started.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with
   *     IMPORT_RUNNING; UNAVAILABLE if the server is being stopped
   */
  Import start(Caller caller, ImportPlace place);

  /**
   * Reads an import. Requires {@link ImportKind#reading} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Import get(Caller caller, Uid uid);

  /**
   * Lists the imports that the caller may read, of each format those at which it holds {@link
   * ImportKind#reading}.
   *
   * @throws PlatformException INVALID_ARGUMENT with all violations in the request
   */
  Page<Import> list(Caller caller, ImportQuery query, PageRequest page);

  /**
   * Reads the issues of an import in the order of its file, refusals and notes, of which the first
   * {@link #MAX_ISSUES} are kept. Requires {@link ImportKind#reading} at it.
   *
   * @param after how many issues to leave out
   * @param limit maximum number of issues
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  List<ImportIssue> issues(Caller caller, Uid uid, int after, int limit);

  /**
   * Cancels an import: it ends with the batch that is being stored. Requires {@link
   * RecordFormat#cancelling} at it, as it was when it was started. Cancelling a cancelled import
   * changes nothing.
   *
   * @throws PlatformException PERMISSION_DENIED, also if there is no such import and the caller
   *     could not read it; NOT_FOUND; FAILED_PRECONDITION with IMPORT_ENDED if it has ended
   *     otherwise
   */
  Import cancel(Caller caller, Uid uid);
}
