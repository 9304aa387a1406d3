package local.platform.library.artifact;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.library.artifact.ArtifactRepository.Listed;

/** Implements {@link ArtifactService}. */
@Stateless
@Local(ArtifactService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ArtifactServiceBean implements ArtifactService {
  private static final int MAX_QUERY_LENGTH = 200;

  private final ArtifactRepository artifacts;
  private final ArtifactContents contents;
  private final Lister lister;
  private final Transactions transactions;

  @Inject
  public ArtifactServiceBean(
      ArtifactRepository artifacts,
      ArtifactContents contents,
      Lister lister,
      Transactions transactions) {
    this.artifacts = artifacts;
    this.contents = contents;
    this.lister = lister;
    this.transactions = transactions;
  }

  @Override
  public Page<Artifact> list(Caller caller, ArtifactQuery query, PageRequest page) {
    List<Uid> visible = caller.visible(Capability.LIBRARIES_ARTIFACTS_LIST);
    if (query.text().codePointCount(0, query.text().length()) > MAX_QUERY_LENGTH) {
      page.violations().add("query", "query must have at most " + MAX_QUERY_LENGTH + " characters");
    }
    Set<Ecosystem> ecosystems = ecosystems(query);
    return transactions
        .read(
            () ->
                lister.list(
                    caller.canonicalText(),
                    visible,
                    artifacts.artifacts(query.includeUpstream()),
                    filter(query, ecosystems).withoutChildrenOf(contents.deleted()),
                    page))
        .map(Listed::artifact);
  }

  /** Returns the ecosystems whose artifacts can meet a query. */
  private static Set<Ecosystem> ecosystems(ArtifactQuery query) {
    if (query.cudaVersion().isEmpty()) {
      return query.ecosystems();
    }
    return query.ecosystems().contains(Ecosystem.PYTHON) ? EnumSet.of(Ecosystem.PYTHON) : Set.of();
  }

  private static ListFilter filter(ArtifactQuery query, Set<Ecosystem> ecosystems) {
    List<Condition> conditions = new ArrayList<>();
    query.cudaVersion().map(version -> hasCuda(version, query)).ifPresent(conditions::add);
    if (query.remediated()) {
      conditions.add(Condition.equal("remediated", true));
    }
    if (!query.text().isEmpty()) {
      conditions.add(Condition.contains(List.of("name"), query.text()));
    }
    return new ListFilter(UidpFilter.NONE, conditions)
        .in(partitions(ecosystems, query.includeUpstream()));
  }

  private static List<String> partitions(Set<Ecosystem> ecosystems, boolean upstream) {
    return ecosystems.stream()
        .flatMap(
            each ->
                upstream
                    ? Stream.of(each.partition(false), each.partition(true))
                    : Stream.of(each.partition(false)))
        .toList();
  }

  private static Condition hasCuda(String version, ArtifactQuery query) {
    Condition ofVersion = Condition.anyOf("cudaVersion", CudaVersion.matching(version));
    return query.includeUpstream()
        ? Condition.exists(ArtifactRepository.VERSIONS, ofVersion)
        : Condition.exists(
            ArtifactRepository.VERSIONS, ofVersion, Condition.equal("upstream", false));
  }

  @Override
  public Map<Ecosystem, Long> counts(Caller caller, Set<Ecosystem> ecosystems) {
    List<Uid> visible = caller.visible(Capability.LIBRARIES_ARTIFACTS_LIST);
    return transactions.read(
        () -> {
          List<Uid> deleted = contents.deleted();
          Map<Ecosystem, Long> counts = new EnumMap<>(Ecosystem.class);
          for (Ecosystem ecosystem : ecosystems) {
            ListFilter filter =
                new ListFilter(UidpFilter.NONE, List.of())
                    .in(partitions(Set.of(ecosystem), false))
                    .withoutChildrenOf(deleted);
            counts.put(ecosystem, lister.count(visible, artifacts.artifacts(false), filter));
          }
          return counts;
        });
  }

  @Override
  public Page<ArtifactVersion> versions(
      Caller caller, String id, Set<Ecosystem> ecosystems, PageRequest page) {
    List<Uid> visible = caller.visible(Capability.LIBRARIES_ARTIFACTS_LIST);
    return transactions.read(
        () -> {
          ArtifactEntity artifact = visible(visible, id, ecosystems, false);
          return lister.list(
              caller.canonicalText(), visible, artifacts.versions(artifact), versions(false), page);
        });
  }

  @Override
  public void requireVisible(Caller caller, String id, boolean includeUpstream) {
    List<Uid> visible = caller.visible(Capability.LIBRARIES_ARTIFACTS_LIST);
    var unused =
        transactions.read(
            () -> visible(visible, id, EnumSet.allOf(Ecosystem.class), includeUpstream));
  }

  @Override
  public void walkVersions(
      Caller caller,
      String id,
      boolean includeUpstream,
      Window window,
      Consumer<? super ArtifactVersion> consumer) {
    List<Uid> visible = caller.visible(Capability.LIBRARIES_ARTIFACTS_LIST);
    ArtifactEntity artifact =
        transactions.read(
            () -> visible(visible, id, EnumSet.allOf(Ecosystem.class), includeUpstream));
    lister.walk(
        visible,
        artifacts.versions(artifact),
        versions(includeUpstream),
        ArtifactRepository.LATEST_FIRST,
        window,
        consumer);
  }

  private static ListFilter versions(boolean upstream) {
    return new ListFilter(UidpFilter.NONE, List.of())
        .in(upstream ? List.of(false, true) : List.of(false));
  }

  private ArtifactEntity visible(
      List<Uid> visible, String id, Set<Ecosystem> ecosystems, boolean upstream) {
    Optional<ArtifactEntity> found =
        ArtifactId.parse(id)
            .filter(parsed -> ecosystems.contains(parsed.ecosystem()))
            .flatMap(artifacts::find)
            .filter(artifact -> visible.stream().anyMatch(top -> top.covers(artifact.group())))
            .filter(artifact -> upstream || !artifact.isUpstreamOnly())
            .filter(artifact -> !contents.deleted().contains(artifact.group()));
    return found.orElseThrow(
        () ->
            PlatformException.notFound(
                "Artifact", "there is no such artifact, or none that the caller may see"));
  }
}
