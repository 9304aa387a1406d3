package local.platform.web.v2.advisory;

import com.google.protobuf.Message;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Consumer;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.advisory.v2.AdvisoryProto;
import local.platform.proto.advisory.v2.ListDocumentsRequest;
import local.platform.proto.advisory.v2.ListDocumentsResponse;
import local.platform.proto.advisory.v2.ListResolvedVulnsReportsRequest;
import local.platform.proto.advisory.v2.ListVulnerabilityMetadataRequest;
import local.platform.proto.advisory.v2.ListVulnerabilityMetadataResponse;
import local.platform.proto.advisory.v2.VulnerabilityMetadata;
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
import local.platform.web.v2.endpoint.V2;

/** Implements {@code SecurityAdvisoryService} of version 2 for all protocols. */
@ApplicationScoped
public class SecurityAdvisoriesEndpoint implements Endpoint {
  private static final Paging PAGING =
      Paging.of(
          ListVulnerabilityMetadataRequest.getDefaultInstance(),
          ListVulnerabilityMetadataResponse.getDefaultInstance(),
          VulnerabilityMetadata.getDefaultInstance());

  @EJB private PublicDocuments documents;
  @EJB private PublicMetadata metadata;
  @EJB private ResolvedVulnerabilityService resolved;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(AdvisoryProto.getDescriptor(), "SecurityAdvisoryService", V2.VERSION)
        .onAnonymousParts(
            ListDocumentsRequest.getDefaultInstance(),
            ListDocumentsResponse.getDefaultInstance(),
            DocumentQuery.MOST_IN_A_MESSAGE,
            this::documents)
        .onAnonymous(ListVulnerabilityMetadataRequest.getDefaultInstance(), this::metadata)
        .on(ListResolvedVulnsReportsRequest.getDefaultInstance(), this::resolved);
  }

  private Consumer<Consumer<Message>> documents(
      FieldViolations violations, ListDocumentsRequest request) {
    DocumentQuery query = new DocumentQuery(request.getId(), request.getCvesList());
    query.validate(violations);
    violations.throwIfAny();
    return parts -> documents.walk(query, advisory -> parts.accept(DocumentMapper.part(advisory)));
  }

  private Message metadata(FieldViolations violations, ListVulnerabilityMetadataRequest request) {
    MetadataQuery query = new MetadataQuery(request.getId(), request.getIdsList());
    query.validate(violations);
    return PAGING.message(
        metadata.list(query, PAGING.request(violations, request)).map(MetadataMapper::message));
  }

  private Message resolved(Call call, ListResolvedVulnsReportsRequest request) {
    ResolvedQuery query = ResolvedMapper.query(call.violations(), request);
    call.violations().throwIfAny();
    return ResolvedMapper.message(query, resolved.list(call.caller(), query));
  }
}
