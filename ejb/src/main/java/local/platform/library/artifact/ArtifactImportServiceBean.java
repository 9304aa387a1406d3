package local.platform.library.artifact;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import local.platform.access.authz.Caller;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportPlace;
import local.platform.hub.imports.ImportQueue;
import local.platform.hub.imports.ImportRequest;

/** Implements {@link ArtifactImportService}. */
@Stateless
@Local(ArtifactImportService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ArtifactImportServiceBean implements ArtifactImportService {
  private final ImportQueue queue;

  @Inject
  public ArtifactImportServiceBean(ImportQueue queue) {
    this.queue = queue;
  }

  @Override
  public ImportPlace prepare(Caller caller, Uid group, Request request) {
    caller.require(request.ecosystem().importing(), group);
    return queue.reserve(
        group,
        new ImportRequest(
            ArtifactFormat.NAME,
            request.ecosystem().text(),
            request.ecosystem().importing(),
            request.complete(),
            request.allowMassRetraction(),
            0));
  }

  @Override
  public Import start(Caller caller, ImportPlace place, long bytes, ArtifactLine.Reader reader) {
    caller.require(place.request().capability(), place.group());
    Ecosystem ecosystem = Ecosystem.named(place.request().subject()).orElseThrow();
    return queue.start(caller, place, bytes, new ArtifactFormat(place.group(), ecosystem, reader));
  }
}
