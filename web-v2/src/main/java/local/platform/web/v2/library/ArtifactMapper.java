package local.platform.web.v2.library;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.FieldViolations;
import local.platform.library.artifact.ArtifactQuery;
import local.platform.library.artifact.Ecosystem;
import local.platform.proto.libraries.v2.Artifact;
import local.platform.proto.libraries.v2.ArtifactVersion;
import local.platform.proto.libraries.v2.GetArtifactCountResponse;
import local.platform.proto.libraries.v2.GetArtifactCountResponse.EcosystemCount;
import local.platform.proto.libraries.v2.ListArtifactsRequest;
import local.platform.web.endpoint.Timestamps;

/** Converts between the messages of version 2 and the records of artifacts. */
final class ArtifactMapper {
  /** The ecosystems that version 2 knows. */
  static final Set<Ecosystem> KNOWN = Set.of(Ecosystem.JAVA, Ecosystem.PYTHON);

  private static final String ECOSYSTEMS = "ecosystems";

  private ArtifactMapper() {}

  static Artifact message(local.platform.library.artifact.Artifact artifact) {
    return Artifact.newBuilder()
        .setUid(artifact.id())
        .setName(artifact.name())
        .setDescription(artifact.description())
        .setEcosystem(message(artifact.ecosystem()))
        .setLatestVersion(artifact.latestVersion())
        .setVersionCount(artifact.versionCount())
        .setCreateTime(Timestamps.message(artifact.createTime()))
        .setUpdateTime(Timestamps.message(artifact.updateTime()))
        .build();
  }

  static ArtifactVersion message(local.platform.library.artifact.ArtifactVersion version) {
    return ArtifactVersion.newBuilder()
        .setUid(version.id())
        .setName(version.name())
        .setVersion(version.version())
        .setDescription(version.description())
        .setCreateTime(Timestamps.message(version.createTime()))
        .setUpdateTime(Timestamps.message(version.updateTime()))
        .setSizeBytes(version.sizeBytes().orElse(0))
        .build();
  }

  static GetArtifactCountResponse message(Map<Ecosystem, Long> counts) {
    GetArtifactCountResponse.Builder message = GetArtifactCountResponse.newBuilder();
    counts.forEach(
        (ecosystem, count) ->
            message.addCounts(
                EcosystemCount.newBuilder().setEcosystem(message(ecosystem)).setTotalCount(count)));
    return message.build();
  }

  private static local.platform.proto.libraries.v2.Ecosystem message(Ecosystem ecosystem) {
    return switch (ecosystem) {
      case JAVA -> local.platform.proto.libraries.v2.Ecosystem.ECOSYSTEM_JAVA;
      case PYTHON -> local.platform.proto.libraries.v2.Ecosystem.ECOSYSTEM_PYTHON;
      case JAVASCRIPT, DOTNET, GO ->
          throw new IllegalArgumentException("not in version 2: " + ecosystem);
    };
  }

  static ArtifactQuery query(FieldViolations violations, ListArtifactsRequest request) {
    return new ArtifactQuery(
        ecosystems(violations, request.getEcosystemsList()),
        request.getQuery(),
        Optional.of(request.getCudaVersion()).filter(version -> !version.isEmpty()),
        request.getRemediated(),
        false);
  }

  static Set<Ecosystem> ecosystems(
      FieldViolations violations, List<local.platform.proto.libraries.v2.Ecosystem> given) {
    // A name that is none has been reported, and is not among them.
    if (given.isEmpty() && !violations.has(ECOSYSTEMS)) {
      violations.add(ECOSYSTEMS, "must name at least one ecosystem");
    }
    Set<Ecosystem> ecosystems = EnumSet.noneOf(Ecosystem.class);
    for (local.platform.proto.libraries.v2.Ecosystem each : given) {
      switch (each) {
        case ECOSYSTEM_JAVA -> ecosystems.add(Ecosystem.JAVA);
        case ECOSYSTEM_PYTHON -> ecosystems.add(Ecosystem.PYTHON);
        case ECOSYSTEM_UNSPECIFIED, UNRECOGNIZED ->
            violations.add(ECOSYSTEMS, "must be ECOSYSTEM_JAVA or ECOSYSTEM_PYTHON");
      }
    }
    return ecosystems;
  }
}
