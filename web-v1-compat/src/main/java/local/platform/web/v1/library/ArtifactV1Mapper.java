package local.platform.web.v1.library;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.Page;
import local.platform.library.artifact.ArtifactQuery;
import local.platform.library.artifact.Ecosystem;
import local.platform.proto.libraries.v1.Artifact;
import local.platform.proto.libraries.v1.ArtifactFilter;
import local.platform.proto.libraries.v1.ArtifactList;
import local.platform.proto.libraries.v1.ArtifactVersion;
import local.platform.proto.libraries.v1.GetArtifactCountResponse;
import local.platform.proto.libraries.v1.GetArtifactCountResponse.Count;
import local.platform.proto.libraries.v1.SourceType;
import local.platform.web.endpoint.Timestamps;

/** Converts between the messages of version 1 and the records of artifacts. */
final class ArtifactV1Mapper {
  private static final String ECOSYSTEMS = "ecosystems";

  private ArtifactV1Mapper() {}

  static ArtifactList message(Page<local.platform.library.artifact.Artifact> page) {
    return ArtifactList.newBuilder()
        .addAllItems(page.items().stream().map(ArtifactV1Mapper::message).toList())
        .setNextPageToken(page.nextPageToken().orElse(""))
        .setTotalArtifacts(total(page.totalCount().orElseThrow()))
        .setSkipped(page.skipped())
        .build();
  }

  /** The totals of version 1 have 32 bits. */
  private static int total(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  private static Artifact message(local.platform.library.artifact.Artifact artifact) {
    return Artifact.newBuilder()
        .setId(artifact.id())
        .setName(artifact.name())
        .setDescription(artifact.description())
        .setEcosystem(message(artifact.ecosystem()))
        .setLatestVersion(artifact.latestVersion())
        .setVersionCount(artifact.versionCount())
        .setCreatedAt(Timestamps.message(artifact.createTime()))
        .setUpdatedAt(Timestamps.message(artifact.updateTime()))
        .build();
  }

  static ArtifactVersion message(local.platform.library.artifact.ArtifactVersion version) {
    ArtifactVersion.Builder message =
        ArtifactVersion.newBuilder()
            .setId(version.id())
            .setName(version.name())
            .setVersion(version.version())
            .setDescription(version.description())
            .setCreatedAt(Timestamps.message(version.createTime()))
            .setUpdatedAt(Timestamps.message(version.updateTime()))
            .setSizeBytes(version.sizeBytes().orElse(0))
            .setSourceType(message(version.sourceType()))
            .setMalwareScanned(version.malicious().isPresent())
            .setMalwareMalicious(version.malicious().orElse(false));
    version.publishTime().map(Timestamps::message).ifPresent(message::setUpstreamPublishedDate);
    return message.build();
  }

  private static SourceType message(local.platform.library.artifact.SourceType type) {
    return switch (type) {
      case INTERNAL -> SourceType.SOURCE_TYPE_INTERNAL;
      case INTERNAL_REMEDIATED -> SourceType.SOURCE_TYPE_INTERNAL_REMEDIATED;
      case UPSTREAM_REGISTRY -> SourceType.SOURCE_TYPE_UPSTREAM_REGISTRY;
    };
  }

  /** Returns the counts of all requested ecosystems; those without artifacts here have none. */
  static GetArtifactCountResponse message(
      Collection<local.platform.proto.libraries.v1.Ecosystem> asked, Map<Ecosystem, Long> counts) {
    GetArtifactCountResponse.Builder message = GetArtifactCountResponse.newBuilder();
    for (local.platform.proto.libraries.v1.Ecosystem each : new TreeSet<>(asked)) {
      long count = ecosystem(each).map(known -> counts.getOrDefault(known, 0L)).orElse(0L);
      message.addCounts(Count.newBuilder().setEcosystem(each).setTotalArtifacts(total(count)));
    }
    return message.build();
  }

  private static local.platform.proto.libraries.v1.Ecosystem message(Ecosystem ecosystem) {
    return switch (ecosystem) {
      case JAVA -> local.platform.proto.libraries.v1.Ecosystem.JAVA;
      case PYTHON -> local.platform.proto.libraries.v1.Ecosystem.PYTHON;
      case JAVASCRIPT -> local.platform.proto.libraries.v1.Ecosystem.JAVASCRIPT;
      case DOTNET -> local.platform.proto.libraries.v1.Ecosystem.DOTNET;
      case GO -> local.platform.proto.libraries.v1.Ecosystem.GO;
    };
  }

  static ArtifactQuery query(FieldViolations violations, ArtifactFilter filter) {
    return new ArtifactQuery(
        ecosystems(violations, filter.getEcosystemsList()),
        filter.getQuery(),
        Optional.of(filter.getCudaVersion()).filter(version -> !version.isEmpty()),
        filter.getRemediated(),
        filter.getIncludeUpstream());
  }

  static Set<Ecosystem> ecosystems(
      FieldViolations violations, List<local.platform.proto.libraries.v1.Ecosystem> given) {
    // A name that is none has been reported, and is not among them.
    if (given.isEmpty() && !violations.has(ECOSYSTEMS)) {
      violations.add(ECOSYSTEMS, "must name at least one ecosystem");
    }
    Set<Ecosystem> ecosystems = EnumSet.noneOf(Ecosystem.class);
    for (local.platform.proto.libraries.v1.Ecosystem each : given) {
      if (isNone(each)) {
        violations.add(ECOSYSTEMS, "must be an ecosystem other than UNKNOWN");
      }
      ecosystem(each).ifPresent(ecosystems::add);
    }
    return ecosystems;
  }

  private static boolean isNone(local.platform.proto.libraries.v1.Ecosystem ecosystem) {
    return ecosystem == local.platform.proto.libraries.v1.Ecosystem.UNKNOWN
        || ecosystem == local.platform.proto.libraries.v1.Ecosystem.UNRECOGNIZED;
  }

  /** Returns an ecosystem; empty for one that has no artifacts here. */
  private static Optional<Ecosystem> ecosystem(
      local.platform.proto.libraries.v1.Ecosystem ecosystem) {
    return switch (ecosystem) {
      case JAVA -> Optional.of(Ecosystem.JAVA);
      case PYTHON -> Optional.of(Ecosystem.PYTHON);
      case JAVASCRIPT -> Optional.of(Ecosystem.JAVASCRIPT);
      case DOTNET -> Optional.of(Ecosystem.DOTNET);
      case GO -> Optional.of(Ecosystem.GO);
      case JAVA_ATHENA,
          PYTHON_ATHENA,
          JAVASCRIPT_ATHENA,
          DOTNET_ATHENA,
          GO_ATHENA,
          UNKNOWN,
          UNRECOGNIZED ->
          Optional.empty();
    };
  }
}
