package local.platform.web.hub;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportPlace;
import local.platform.hub.imports.ImportService;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.hub.CreateSourceRequest;
import local.platform.proto.hub.DeleteSourceRequest;
import local.platform.proto.hub.GetProvenanceRequest;
import local.platform.proto.hub.GetRecordRequest;
import local.platform.proto.hub.GetSourceRequest;
import local.platform.proto.hub.Import;
import local.platform.proto.hub.ImportRecordsRequest;
import local.platform.proto.hub.ListSourcesRequest;
import local.platform.proto.hub.ListSourcesResponse;
import local.platform.proto.hub.Provenance;
import local.platform.proto.hub.ReviewSourceRequest;
import local.platform.proto.hub.ReviewSourceResponse;
import local.platform.proto.hub.Source;
import local.platform.proto.hub.SourcesProto;
import local.platform.proto.hub.UpdateSourceRequest;
import local.platform.vulnerability.advisory.ReviewState;
import local.platform.vulnerability.source.SourceService;
import local.platform.vulnerability.source.SourceService.ImportOptions;
import local.platform.vulnerability.source.Sources;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.endpoint.Upload;

/** Implements {@code SourcesService}, over REST only. */
@ApplicationScoped
public class SourcesEndpoint implements Endpoint {
  private static final int DEFAULT_LIMIT = 100;

  @EJB private ResourceService resources;
  @EJB private SourceService service;
  @EJB private ImportService imports;
  @Inject private Configuration configuration;

  @Override
  public ServiceMethods methods() {
    var sources = new Resources<>(resources, Sources.KIND);
    return new StandardMethods<local.platform.vulnerability.source.Source, Source>(
            ServiceMethods.of(SourcesProto.getDescriptor(), "SourcesService", ApiVersion.NONE),
            Source.getDefaultInstance(),
            SourceMapper::message)
        .get(GetSourceRequest.getDefaultInstance(), sources::get)
        .list(
            ListSourcesRequest.getDefaultInstance(),
            ListSourcesResponse.getDefaultInstance(),
            SourceMapper::query,
            sources::list)
        .create(CreateSourceRequest.getDefaultInstance(), SourceMapper.DRAFTS, sources::create)
        .update(UpdateSourceRequest.getDefaultInstance(), SourceMapper.DRAFTS, sources::update)
        .delete(DeleteSourceRequest.getDefaultInstance(), sources::delete)
        .methods()
        .onUpload(
            ImportRecordsRequest.getDefaultInstance(),
            () -> configuration.hub().maxUploadBytes(),
            this::importRecords)
        .withoutDryRunsAndKeys(ImportRecordsRequest.getDefaultInstance())
        .onBytes(GetRecordRequest.getDefaultInstance(), MediaType.APPLICATION_JSON, this::record)
        .on(GetProvenanceRequest.getDefaultInstance(), this::provenance)
        .on(ReviewSourceRequest.getDefaultInstance(), this::review)
        .withoutGrpc();
  }

  Import importRecords(Call call, ImportRecordsRequest request, Upload upload) {
    ImportOptions options = SourceMapper.options(call.violations(), request);
    Uid source = call.requiredUid("uid", request.getUid());
    ImportPlace place = service.prepareImport(call.caller(), source, options);
    return ImportMapper.message(ImportsEndpoint.start(imports, call, place, upload));
  }

  /** Returns a record, which is JSON in every format that there is. */
  Answer.Content record(Call call, GetRecordRequest request) {
    Uid source = call.requiredUid("uid", request.getUid());
    return out ->
        service.readRecord(
            call.caller(),
            source,
            request.getRecordId(),
            (bytes, count) -> out.write(bytes, 0, count));
  }

  Provenance provenance(Call call, GetProvenanceRequest request) {
    Uid advisory = call.requiredUid("uid", request.getUid());
    return SourceMapper.message(service.provenance(call.caller(), advisory));
  }

  ReviewSourceResponse review(Call call, ReviewSourceRequest request) {
    Optional<ReviewState> state = SourceMapper.state(call.violations(), request.getState());
    Uid source = call.requiredUid("uid", request.getUid());
    int limit = request.getLimit() == 0 ? DEFAULT_LIMIT : request.getLimit();
    return SourceMapper.message(service.review(call.caller(), source, state.orElseThrow(), limit));
  }
}
