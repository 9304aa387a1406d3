package local.platform.authz;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import local.platform.uid.Uid;

/**
 * A voluntary restriction that a token carries. It takes away and never adds.
 *
 * @param scopes groups to which the token is restricted; empty if it is not restricted to groups
 * @param capabilities capabilities to which it is restricted; empty if it is not restricted to
 *     capabilities. The set may be empty: then the token allows nothing
 */
public record Narrowing(Optional<Set<Uid>> scopes, Optional<Set<Capability>> capabilities) {
  /** No restriction. */
  public static final Narrowing NONE = new Narrowing(Optional.empty(), Optional.empty());

  public Narrowing {
    scopes = scopes.map(Set::copyOf);
    capabilities = capabilities.map(Set::copyOf);
  }

  /** Whether this restricts nothing. */
  public boolean isNone() {
    return scopes.isEmpty() && capabilities.isEmpty();
  }

  /** A text that is the same for equal restrictions and for no others. */
  public String canonicalText() {
    return scopes.map(uids -> new TreeSet<>(uids).toString()).orElse("")
        + "\n"
        + capabilities.map(names -> new TreeSet<>(names).toString()).orElse("");
  }
}
