package local.platform.web.v1.advisory;

import local.platform.proto.advisory.v1.Reference;
import local.platform.proto.advisory.v1.Severity;
import local.platform.proto.advisory.v1.VulnerabilityMetadata;
import local.platform.vulnerability.metadata.KnownVulnerability;

/** Writes metadata of vulnerabilities of version 1. */
final class MetadataV1Mapper {
  private MetadataV1Mapper() {}

  static VulnerabilityMetadata message(KnownVulnerability known) {
    VulnerabilityMetadata.Builder message =
        VulnerabilityMetadata.newBuilder()
            .setId(known.id())
            .setSummary(known.metadata().summary())
            .setDetails(known.metadata().details());
    known.metadata().references().forEach(reference -> message.addReferences(message(reference)));
    known.metadata().severities().forEach(severity -> message.addSeverity(message(severity)));
    return message.build();
  }

  private static Reference message(local.platform.vulnerability.metadata.Reference reference) {
    return Reference.newBuilder()
        .setType(Reference.Type.valueOf(reference.type().name()))
        .setUrl(reference.url())
        .build();
  }

  static Severity message(local.platform.vulnerability.metadata.Severity severity) {
    return Severity.newBuilder()
        .setType(Severity.Type.valueOf(severity.type().name()))
        .setScore(severity.score())
        .build();
  }
}
