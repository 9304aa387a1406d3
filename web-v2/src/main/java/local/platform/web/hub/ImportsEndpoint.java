package local.platform.web.hub;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportPlace;
import local.platform.hub.imports.ImportRequest;
import local.platform.hub.imports.ImportService;
import local.platform.library.artifact.ArtifactFormat;
import local.platform.library.artifact.Ecosystem;
import local.platform.proto.hub.CancelImportRequest;
import local.platform.proto.hub.GetImportRequest;
import local.platform.proto.hub.Import;
import local.platform.proto.hub.ImportArtifactsRequest;
import local.platform.proto.hub.ImportsProto;
import local.platform.proto.hub.ListImportIssuesRequest;
import local.platform.proto.hub.ListImportIssuesResponse;
import local.platform.proto.hub.ListImportsRequest;
import local.platform.proto.hub.ListImportsResponse;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.endpoint.Upload;

/** Implements {@code ImportsService}, over REST only. */
@ApplicationScoped
public class ImportsEndpoint implements Endpoint {
  private static final int DEFAULT_PAGE_SIZE = 50;
  private static final int MAX_PAGE_SIZE = 1_000;

  @EJB private ImportService imports;
  @Inject private Configuration configuration;

  @Override
  public ServiceMethods methods() {
    ServiceMethods methods =
        ServiceMethods.of(ImportsProto.getDescriptor(), "ImportsService", ApiVersion.NONE);
    return new StandardMethods<local.platform.hub.imports.Import, Import>(
            methods, Import.getDefaultInstance(), ImportMapper::message)
        .list(
            ListImportsRequest.getDefaultInstance(),
            ListImportsResponse.getDefaultInstance(),
            ImportMapper::query,
            imports::list)
        .methods()
        .onUpload(
            ImportArtifactsRequest.getDefaultInstance(),
            () -> configuration.hub().maxUploadBytes(),
            this::importArtifacts)
        .withoutDryRunsAndKeys(ImportArtifactsRequest.getDefaultInstance())
        .on(GetImportRequest.getDefaultInstance(), this::get)
        .on(ListImportIssuesRequest.getDefaultInstance(), this::issues)
        .on(CancelImportRequest.getDefaultInstance(), this::cancel)
        .withoutGrpc();
  }

  Import importArtifacts(Call call, ImportArtifactsRequest request, Upload upload) {
    Optional<Ecosystem> ecosystem = ImportMapper.ecosystem(call.violations(), request);
    Uid group = call.requiredUid("group", request.getGroup());
    ImportRequest asked =
        new ImportRequest(
            group,
            new ArtifactFormat(group, ecosystem.orElseThrow(), ImportMapper::line),
            request.getComplete(),
            request.getAllowMassRetraction());
    ImportPlace place = imports.prepare(call.caller(), asked);
    return ImportMapper.message(start(imports, call, place, upload));
  }

  /** Receives the file of an import, and starts it. */
  static local.platform.hub.imports.Import start(
      ImportService imports, Call call, ImportPlace place, Upload upload) {
    try {
      receive(place, upload);
      return imports.start(call.caller(), place);
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
  }

  private static void receive(ImportPlace place, Upload upload) {
    try (InputStream body = upload.open()) {
      place.spool().fill(body);
    } catch (IOException e) {
      throw Upload.endedEarly();
    }
  }

  Import get(Call call, GetImportRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    return ImportMapper.message(imports.get(call.caller(), uid));
  }

  ListImportIssuesResponse issues(Call call, ListImportIssuesRequest request) {
    requireNotNegative(call, "pageSize", request.getPageSize());
    requireNotNegative(call, "skip", request.getSkip());
    Uid uid = call.requiredUid("uid", request.getUid());
    int size = request.getPageSize() == 0 ? DEFAULT_PAGE_SIZE : request.getPageSize();
    return ImportMapper.message(
        imports.issues(call.caller(), uid, request.getSkip(), Math.min(size, MAX_PAGE_SIZE)));
  }

  private static void requireNotNegative(Call call, String field, int value) {
    if (value < 0) {
      call.violations().add(field, field + " must not be negative");
    }
  }

  Import cancel(Call call, CancelImportRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    return ImportMapper.message(imports.cancel(call.caller(), uid));
  }
}
