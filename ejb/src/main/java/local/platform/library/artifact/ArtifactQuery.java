package local.platform.library.artifact;

import java.util.Optional;
import java.util.Set;

/**
 * Restricts a list of artifacts.
 *
 * @param ecosystems only artifacts of these ecosystems
 * @param text only artifacts whose names contain this, ignoring case; empty for any
 * @param cudaVersion only artifacts with a version for this version of CUDA, which only those of
 *     Python can have; empty for any
 * @param remediated whether only artifacts with a remediated version
 * @param includeUpstream whether versions from public registries count
 */
public record ArtifactQuery(
    Set<Ecosystem> ecosystems,
    String text,
    Optional<String> cudaVersion,
    boolean remediated,
    boolean includeUpstream) {
  public ArtifactQuery {
    ecosystems = Set.copyOf(ecosystems);
  }
}
