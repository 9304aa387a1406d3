package local.platform.library.artifact;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;

/**
 * The reading operations on artifacts. A caller sees those of the groups at which it holds {@code
 * libraries.artifacts.list}.
 */
public interface ArtifactService {
  /**
   * Returns a page of artifacts, by name unless another order is requested.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<Artifact> list(Caller caller, ArtifactQuery query, PageRequest page);

  /**
   * Returns how many artifacts the caller sees of each of these ecosystems. Artifacts all of whose
   * versions come from public registries do not count.
   */
  Map<Ecosystem, Long> counts(Caller caller, Set<Ecosystem> ecosystems);

  /**
   * Returns a page of the versions of an artifact, the latest first unless another order is
   * requested.
   *
   * @param id id of the artifact
   * @param ecosystems the ecosystems of which the caller's version of the API knows
   * @throws PlatformException INVALID_ARGUMENT; NOT_FOUND, alike for an artifact that does not
   *     exist, that the caller does not see, and that is of another ecosystem
   */
  Page<ArtifactVersion> versions(
      Caller caller, String id, Set<Ecosystem> ecosystems, PageRequest page);

  /**
   * Returns normally if the caller sees an artifact.
   *
   * @param id id of the artifact
   * @param includeUpstream whether one with only versions from public registries counts
   * @throws PlatformException NOT_FOUND as {@link #versions}
   */
  void requireVisible(Caller caller, String id, boolean includeUpstream);

  /**
   * Passes all versions of an artifact to a consumer, the latest first.
   *
   * @param id id of the artifact
   * @param includeUpstream whether with those from public registries
   * @param window the part of the list that is requested
   * @param consumer receives each version
   * @throws PlatformException NOT_FOUND as {@link #versions}
   */
  void walkVersions(
      Caller caller,
      String id,
      boolean includeUpstream,
      Window window,
      Consumer<? super ArtifactVersion> consumer);
}
