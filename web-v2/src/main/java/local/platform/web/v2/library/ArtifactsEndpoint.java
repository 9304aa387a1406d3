package local.platform.web.v2.library;

import com.google.protobuf.Message;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import local.platform.foundation.validation.FieldRules;
import local.platform.library.artifact.ArtifactQuery;
import local.platform.library.artifact.ArtifactService;
import local.platform.library.artifact.Ecosystem;
import local.platform.proto.libraries.v2.Artifact;
import local.platform.proto.libraries.v2.ArtifactVersion;
import local.platform.proto.libraries.v2.ArtifactsProto;
import local.platform.proto.libraries.v2.GetArtifactCountRequest;
import local.platform.proto.libraries.v2.GetArtifactCountResponse;
import local.platform.proto.libraries.v2.ListArtifactVersionsRequest;
import local.platform.proto.libraries.v2.ListArtifactVersionsResponse;
import local.platform.proto.libraries.v2.ListArtifactsRequest;
import local.platform.proto.libraries.v2.ListArtifactsResponse;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.Paging;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code ArtifactsService} of version 2 for all protocols. */
@ApplicationScoped
public class ArtifactsEndpoint implements Endpoint {
  private static final Paging ARTIFACTS =
      Paging.of(
          ListArtifactsRequest.getDefaultInstance(),
          ListArtifactsResponse.getDefaultInstance(),
          Artifact.getDefaultInstance());

  private static final Paging VERSIONS =
      Paging.of(
          ListArtifactVersionsRequest.getDefaultInstance(),
          ListArtifactVersionsResponse.getDefaultInstance(),
          ArtifactVersion.getDefaultInstance());

  @EJB private ArtifactService artifacts;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(ArtifactsProto.getDescriptor(), "ArtifactsService", V2.VERSION)
        .on(ListArtifactsRequest.getDefaultInstance(), this::list)
        .on(ListArtifactVersionsRequest.getDefaultInstance(), this::versions)
        .on(GetArtifactCountRequest.getDefaultInstance(), this::count);
  }

  Message list(Call call, ListArtifactsRequest request) {
    ArtifactQuery query = ArtifactMapper.query(call.violations(), request);
    return ARTIFACTS.message(
        artifacts
            .list(call.caller(), query, ARTIFACTS.request(call, request))
            .map(ArtifactMapper::message));
  }

  Message versions(Call call, ListArtifactVersionsRequest request) {
    FieldRules.required("artifactId", request.getArtifactId(), call.violations());
    call.violations().throwIfAny();
    return VERSIONS.message(
        artifacts
            .versions(
                call.caller(),
                request.getArtifactId(),
                ArtifactMapper.KNOWN,
                VERSIONS.request(call, request))
            .map(ArtifactMapper::message));
  }

  GetArtifactCountResponse count(Call call, GetArtifactCountRequest request) {
    Set<Ecosystem> ecosystems =
        ArtifactMapper.ecosystems(call.violations(), request.getEcosystemsList());
    call.violations().throwIfAny();
    return ArtifactMapper.message(artifacts.counts(call.caller(), ecosystems));
  }
}
