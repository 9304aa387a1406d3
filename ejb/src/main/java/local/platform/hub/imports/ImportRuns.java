package local.platform.hub.imports;

import java.util.Collection;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * Works on imports, for the queue and its threads. They call it through this interface, because the
 * application server gives what it needs to calls of its beans, and not to every thread.
 */
public interface ImportRuns {
  /**
   * Checks that an import could be started now.
   *
   * @throws PlatformException NOT_FOUND if the group does not exist; FAILED_PRECONDITION with
   *     IMPORT_RUNNING if it has a running import of the same kind and subject
   */
  void check(ImportRequest request);

  /**
   * Stores a new import.
   *
   * @param bytes length of its file, in bytes
   * @throws PlatformException as {@link #check}
   */
  Import create(Caller caller, Uid uid, ImportRequest request, long bytes);

  /** Works on an import until it ends. Failures are stored and logged, and not thrown. */
  void run(Caller caller, Uid uid, ImportPlace place);

  /** Renews the leases of imports, and ends imports whose servers have ended. */
  void renew(Collection<Uid> uids);

  /** Ends the given imports of this server, because it ends. */
  void interrupt(Collection<Uid> uids);

  /** Reads an import. */
  Import read(Uid uid);
}
