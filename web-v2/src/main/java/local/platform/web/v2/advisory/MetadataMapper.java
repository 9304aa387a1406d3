package local.platform.web.v2.advisory;

import java.util.Optional;
import local.platform.proto.advisory.v2.Reference;
import local.platform.proto.advisory.v2.Severity;
import local.platform.proto.advisory.v2.VulnerabilityMetadata;
import local.platform.vulnerability.metadata.KnownVulnerability;

/** Writes metadata of vulnerabilities of version 2. */
final class MetadataMapper {
  private MetadataMapper() {}

  static VulnerabilityMetadata message(KnownVulnerability known) {
    VulnerabilityMetadata.Builder message =
        VulnerabilityMetadata.newBuilder()
            .setId(known.id())
            .setSummary(known.metadata().summary())
            .setDetails(known.metadata().details());
    known.metadata().references().forEach(reference -> message.addReferences(message(reference)));
    known.metadata().severities().stream()
        .flatMap(severity -> message(severity).stream())
        .forEach(message::addSeverities);
    return message.build();
  }

  private static Reference message(local.platform.vulnerability.metadata.Reference reference) {
    return Reference.newBuilder()
        .setType(Reference.Type.valueOf("TYPE_" + reference.type().name()))
        .setUrl(reference.url())
        .build();
  }

  /** Returns a severity; empty if only version 1 has its type. */
  static Optional<Severity> message(local.platform.vulnerability.metadata.Severity severity) {
    return severity.type() == local.platform.vulnerability.metadata.Severity.Type.UBUNTU
        ? Optional.empty()
        : Optional.of(
            Severity.newBuilder()
                .setType(Severity.Type.valueOf("TYPE_" + severity.type().name()))
                .setScore(severity.score())
                .build());
  }
}
