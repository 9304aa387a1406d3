package local.platform.authz;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import local.platform.authz.Grants.Grant;
import local.platform.uid.Uid;

/**
 * A voluntary restriction that a token carries. It takes away and never adds.
 *
 * <p>A token may be narrowed to groups several times. One set of groups cannot say what remains
 * then: narrowed to a group, a token loses what is granted below that group, and must not have it
 * back when it is narrowed further to the place where it was granted. So each time is kept.
 *
 * @param scopes the sets of groups to which the token is restricted, one after the other; empty if
 *     it is not restricted to groups. A set may be empty: then the token allows nothing
 * @param capabilities capabilities to which it is restricted; empty if it is not restricted to
 *     capabilities. The set may be empty: then the token allows nothing
 */
public record Narrowing(List<Set<Uid>> scopes, Optional<Set<Capability>> capabilities) {
  /** No restriction. */
  public static final Narrowing NONE = new Narrowing(List.of(), Optional.empty());

  /** Takes a restriction; to be restricted to the same groups twice running is to be once. */
  public Narrowing {
    scopes = withoutRepetition(scopes);
    capabilities = capabilities.map(Set::copyOf);
  }

  /**
   * A restriction that is asked for once.
   *
   * @param scopes groups, if it is to groups
   * @param capabilities capabilities, if it is to capabilities
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

  /** Whether this restricts nothing. */
  public boolean isNone() {
    return scopes.isEmpty() && capabilities.isEmpty();
  }

  /** This restriction, and then a further one: what remains is allowed by both. */
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
   * What remains of a grant. Restricted to groups, a grant counts at each of them that lies at or
   * below its own group, and nowhere else; a grant below such a group is not one at the group and
   * goes (the comment of {@code ExchangeRequest.scopes} in {@code oidc.proto}).
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

  /** A text that is the same for equal restrictions and for no others. */
  public String canonicalText() {
    return scopes.stream().map(TreeSet::new).toList()
        + "\n"
        + capabilities.map(names -> new TreeSet<>(names).toString()).orElse("");
  }
}
