package local.platform.access.authz;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.foundation.uid.Uid;

/**
 * The grants of an identity: sets of capabilities at groups, each of which counts at its group and
 * everywhere below. Immutable.
 */
public final class Grants {
  /** No grants. */
  public static final Grants NONE = new Grants(Map.of());

  private final Map<Uid, Set<Capability>> byGroup;

  private Grants(Map<Uid, Set<Capability>> byGroup) {
    this.byGroup = byGroup;
  }

  /**
   * Creates grants from role bindings.
   *
   * @param bindings the role bindings; several may be at one group
   */
  public static Grants of(Collection<Grant> bindings) {
    Map<Uid, Set<Capability>> byGroup = new HashMap<>();
    for (Grant binding : bindings) {
      byGroup.merge(binding.group(), binding.capabilities(), Grants::union);
    }
    return new Grants(byGroup);
  }

  private static Set<Capability> union(Set<Capability> one, Set<Capability> other) {
    Set<Capability> union = EnumSet.noneOf(Capability.class);
    union.addAll(one);
    union.addAll(other);
    return union;
  }

  /**
   * The grant of one role binding.
   *
   * @param group group at which it grants
   * @param capabilities what it grants there and below
   */
  public record Grant(Uid group, Set<Capability> capabilities) {
    public Grant {
      capabilities = CapabilitySet.of(capabilities);
    }
  }

  /** Returns whether the capability is granted at this uid or at one of its ancestors. */
  public boolean allows(Capability capability, Uid uid) {
    return path(uid).anyMatch(group -> at(group).contains(capability));
  }

  /** Returns all capabilities that are granted at this uid or at one of its ancestors. */
  public Set<Capability> capabilitiesAt(Uid uid) {
    Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
    path(uid).forEach(group -> capabilities.addAll(at(group)));
    return capabilities;
  }

  /**
   * Returns the groups at which the capability is granted; it counts at each and everywhere below.
   * The subtrees may overlap.
   */
  public List<Uid> groupsWith(Capability capability) {
    return byGroup.entrySet().stream()
        .filter(grant -> grant.getValue().contains(capability))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Set<Capability> at(Uid group) {
    return byGroup.getOrDefault(group, Set.of());
  }

  private static Stream<Uid> path(Uid uid) {
    return Stream.concat(Stream.of(uid), uid.ancestors().stream());
  }
}
