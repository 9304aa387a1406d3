package local.platform.library.artifact;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportPlace;

/**
 * Starts imports of artifacts. An import takes two calls, between which the file is received, so
 * that a caller without permission is refused before it sends the file.
 */
public interface ArtifactImportService {
  /**
   * What an import is to do.
   *
   * @param ecosystem the ecosystem of all artifacts in the file
   * @param complete whether versions that the file does not name are removed
   * @param allowMassRetraction whether that may be more than a fifth of them, and more than 50
   */
  record Request(Ecosystem ecosystem, boolean complete, boolean allowMassRetraction) {}

  /**
   * Takes a place for an import. Requires {@code libraries.<ecosystem>.create} at the group. The
   * place must be closed unless an import is started with it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND if the group does not exist;
   *     FAILED_PRECONDITION with IMPORT_RUNNING if an import of this ecosystem is running in the
   *     group; RESOURCE_EXHAUSTED if the server has no place for an import; UNAVAILABLE if it has
   *     none for the file
   */
  ImportPlace prepare(Caller caller, Uid group, Request request);

  /**
   * Starts an import whose file was received. Requires the same again. If the file has at most 8
   * MiB, the answer usually shows the ended import. The place is closed when the import ends.
   *
   * @param bytes length of the file
   * @param reader reads its lines
   * @throws PlatformException as {@link #prepare}
   */
  Import start(Caller caller, ImportPlace place, long bytes, ArtifactLine.Reader reader);
}
