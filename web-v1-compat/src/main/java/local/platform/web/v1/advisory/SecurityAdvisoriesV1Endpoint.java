package local.platform.web.v1.advisory;

import com.google.protobuf.Message;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Consumer;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.advisory.v1.AdvisoryV1Proto;
import local.platform.proto.advisory.v1.DocumentFilter;
import local.platform.proto.advisory.v1.DocumentList;
import local.platform.proto.advisory.v1.ResolvedVulnsReportFilter;
import local.platform.proto.advisory.v1.VulnerabilityMetadata;
import local.platform.proto.advisory.v1.VulnerabilityMetadataFilter;
import local.platform.proto.advisory.v1.VulnerabilityMetadataList;
import local.platform.vulnerability.advisory.ResolvedQuery;
import local.platform.vulnerability.advisory.ResolvedVulnerabilityService;
import local.platform.vulnerability.feed.DocumentQuery;
import local.platform.vulnerability.feed.MetadataQuery;
import local.platform.vulnerability.feed.PublicDocuments;
import local.platform.vulnerability.feed.PublicMetadata;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.Paging;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code SecurityAdvisory} of version 1 for all protocols. */
@ApplicationScoped
public class SecurityAdvisoriesV1Endpoint implements Endpoint {
  private static final Paging PAGING =
      Paging.of(
          VulnerabilityMetadataFilter.getDefaultInstance(),
          VulnerabilityMetadataList.getDefaultInstance(),
          VulnerabilityMetadata.getDefaultInstance());

  @EJB private PublicDocuments documents;
  @EJB private PublicMetadata metadata;
  @EJB private ResolvedVulnerabilityService resolved;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(AdvisoryV1Proto.getDescriptor(), "SecurityAdvisory", V1.VERSION)
        .onAnonymousParts(
            DocumentFilter.getDefaultInstance(),
            DocumentList.getDefaultInstance(),
            DocumentQuery.MOST_IN_A_MESSAGE,
            this::documents)
        .onAnonymous(VulnerabilityMetadataFilter.getDefaultInstance(), this::metadata)
        .on(ResolvedVulnsReportFilter.getDefaultInstance(), this::resolved);
  }

  private Consumer<Consumer<Message>> documents(
      FieldViolations violations, DocumentFilter request) {
    DocumentQuery query = new DocumentQuery(request.getId(), request.getCvesList());
    query.validate(violations);
    violations.throwIfAny();
    return parts ->
        documents.walk(query, advisory -> parts.accept(DocumentV1Mapper.part(advisory)));
  }

  private Message metadata(FieldViolations violations, VulnerabilityMetadataFilter request) {
    MetadataQuery query = new MetadataQuery(request.getId(), request.getIdsList());
    query.validate(violations);
    return PAGING.message(
        metadata.list(query, PAGING.request(violations, request)).map(MetadataV1Mapper::message));
  }

  private Message resolved(Call call, ResolvedVulnsReportFilter request) {
    ResolvedQuery query = ResolvedV1Mapper.query(call.violations(), request);
    call.violations().throwIfAny();
    return ResolvedV1Mapper.message(
        query, ResolvedV1Mapper.NAMES.translated(() -> resolved.list(call.caller(), query)));
  }
}
