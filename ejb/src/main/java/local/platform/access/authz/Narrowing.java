package local.platform.access.authz;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import local.platform.access.authz.Grants.Grant;
import local.platform.foundation.uid.Uid;

/**
 * A voluntary restriction in a token. It removes grants and never adds any.
 *
 * <p>A token may be narrowed to groups several times. A single set of groups cannot express the
 * result: narrowing to a group removes grants below that group, and these must not come back if the
 * token is narrowed further to the group of such a grant. So all sets are kept.
 *
 * @param scopes the sets of groups to which the token was narrowed, in order; empty if it is not
 *     restricted to groups. With an empty set the token allows nothing
 * @param capabilities the capabilities to which the token is restricted; empty if it is not
 *     restricted to capabilities. With an empty set the token allows nothing
 */
public record Narrowing(List<Set<Uid>> scopes, Optional<Set<Capability>> capabilities) {
  /** No restriction. */
  public static final Narrowing NONE = new Narrowing(List.of(), Optional.empty());

  /** Creates a restriction. Narrowing to the same groups twice in a row is the same as once. */
  public Narrowing {
    scopes = withoutRepetition(scopes);
    capabilities = capabilities.map(Set::copyOf);
  }

  /**
   * Returns the restriction of a single request.
   *
   * @param scopes the groups; empty for no restriction to groups
   * @param capabilities the capabilities; empty for no restriction to capabilities
   */
  public static Narrowing to(Optional<Set<Uid>> scopes, Optional<Set<Capability>> capabilities) {
    return new Narrowing(scopes.stream().toList(), capabilities);
  }

  private static List<Set<Uid>> withoutRepetition(List<Set<Uid>> scopes) {
    List<Set<Uid>> different = new ArrayList<>();
    for (Set<Uid> groups : scopes) {
      if (different.isEmpty() || !different.get(different.size() - 1).equals(groups)) {
        different.add(Set.copyOf(groups));
      }
    }
    return List.copyOf(different);
  }

  /** Returns whether this restricts nothing. */
  public boolean isNone() {
    return scopes.isEmpty() && capabilities.isEmpty();
  }

  /** Returns this restriction followed by a further one. */
  public Narrowing and(Narrowing further) {
    List<Set<Uid>> all = new ArrayList<>(scopes);
    all.addAll(further.scopes);
    return new Narrowing(
        all,
        capabilities
            .map(own -> further.capabilities.map(other -> common(own, other)).orElse(own))
            .or(further::capabilities));
  }

  private static Set<Capability> common(Set<Capability> one, Set<Capability> other) {
    Set<Capability> common = EnumSet.noneOf(Capability.class);
    common.addAll(one);
    common.retainAll(other);
    return common;
  }

  /**
   * Returns what remains of a grant. If a token is restricted to groups, a grant counts only at
   * those of them that lie at or below its own group; a grant below such a group is removed (see
   * {@code ExchangeRequest.scopes} in {@code oidc.proto}).
   */
  public Stream<Grant> apply(Grant grant) {
    Set<Capability> remaining =
        capabilities.map(some -> common(grant.capabilities(), some)).orElse(grant.capabilities());
    if (remaining.isEmpty()) {
      return Stream.empty();
    }
    Stream<Uid> groups = Stream.of(grant.group());
    for (Set<Uid> set : scopes) {
      groups = groups.flatMap(group -> set.stream().filter(group::covers)).distinct();
    }
    return groups.map(group -> new Grant(group, remaining));
  }

  /** Returns a text that is equal for equal restrictions and only for those. */
  public String canonicalText() {
    return scopes.stream().map(TreeSet::new).toList()
        + "\n"
        + capabilities.map(names -> new TreeSet<>(names).toString()).orElse("");
  }
}
