package local.platform.hub.imports;

import java.util.Collection;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * What the threads of imports do with what is stored: they call it through this interface, because
 * the application server gives what it needs only to calls of its beans.
 */
public interface ImportRuns {
  /**
   * Checks that an import could be started now.
   *
   * @throws PlatformException NOT_FOUND if the group does not exist; FAILED_PRECONDITION with
   *     IMPORT_RUNNING if it has a running import of the same format and subject
   */
  void check(Uid group, ImportRequest request);

  /**
   * Stores a new import.
   *
   * @throws PlatformException as {@link #check}
   */
  Import create(Caller caller, Uid uid, ImportRequest request);

  /** Works on an import until it ends. Failures are stored and logged, and not thrown. */
  void run(ImportTask<?> task);

  /** Renews the leases of imports, and ends imports whose servers have ended. */
  void renew(Collection<Uid> uids);

  /** Ends the given imports of this server, because it ends. */
  void interrupt(Collection<Uid> uids);

  /** Reads an import. */
  Import read(Uid uid);
}
