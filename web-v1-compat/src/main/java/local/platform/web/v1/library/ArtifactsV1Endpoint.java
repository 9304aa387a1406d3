package local.platform.web.v1.library;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import local.platform.foundation.validation.FieldRules;
import local.platform.library.artifact.ArtifactQuery;
import local.platform.library.artifact.ArtifactService;
import local.platform.library.artifact.Ecosystem;
import local.platform.proto.libraries.v1.ArtifactFilter;
import local.platform.proto.libraries.v1.ArtifactList;
import local.platform.proto.libraries.v1.ArtifactVersion;
import local.platform.proto.libraries.v1.ArtifactVersionFilter;
import local.platform.proto.libraries.v1.ArtifactVersionList;
import local.platform.proto.libraries.v1.ArtifactsV1Proto;
import local.platform.proto.libraries.v1.GetArtifactCountRequest;
import local.platform.proto.libraries.v1.GetArtifactCountResponse;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code Artifacts} of version 1 for all protocols. */
@ApplicationScoped
public class ArtifactsV1Endpoint implements Endpoint {
  @EJB private ArtifactService artifacts;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(ArtifactsV1Proto.getDescriptor(), "Artifacts", V1.VERSION)
        .on(ArtifactFilter.getDefaultInstance(), this::list)
        .onItems(
            ArtifactVersionFilter.getDefaultInstance(),
            ArtifactVersionList.getDefaultInstance(),
            this::versions)
        .on(GetArtifactCountRequest.getDefaultInstance(), this::count);
  }

  ArtifactList list(Call call, ArtifactFilter filter) {
    ArtifactQuery query = ArtifactV1Mapper.query(call.violations(), filter);
    return ArtifactV1Mapper.message(
        artifacts.list(
            call.caller(),
            query,
            call.page(filter.getPageSize(), filter.getPageToken(), "", filter.getSkip())));
  }

  ItemWalk<ArtifactVersion> versions(Call call, ArtifactVersionFilter filter) {
    FieldRules.required("id", filter.getId(), call.violations());
    call.violations().throwIfAny();
    // Not found must be known before the first item is written.
    artifacts.requireVisible(call.caller(), filter.getId(), filter.getIncludeUpstream());
    return (window, items) ->
        artifacts.walkVersions(
            call.caller(),
            filter.getId(),
            filter.getIncludeUpstream(),
            window,
            version -> items.accept(ArtifactV1Mapper.message(version)));
  }

  GetArtifactCountResponse count(Call call, GetArtifactCountRequest request) {
    Set<Ecosystem> ecosystems =
        ArtifactV1Mapper.ecosystems(call.violations(), request.getEcosystemsList());
    call.violations().throwIfAny();
    return ArtifactV1Mapper.message(
        request.getEcosystemsList(), artifacts.counts(call.caller(), ecosystems));
  }
}
