package local.platform.signin.authn;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;

/**
 * The content of a token, and what its holder may do.
 *
 * @param issuer who issued the token
 * @param subject uid of the identity
 * @param audiences the audiences of the token
 * @param expiry when it expires
 * @param issueTime when it was issued
 * @param holdings what the identity may do now, ordered by group and without duplicates
 */
public record Introspection(
    String issuer,
    Uid subject,
    List<String> audiences,
    Instant expiry,
    Instant issueTime,
    List<Holding> holdings) {
  public Introspection {
    audiences = List.copyOf(audiences);
    holdings = List.copyOf(holdings);
  }

  /**
   * The capabilities of one role binding at one group, and everywhere below.
   *
   * @param group the group of the role binding or, for a narrowed token, the topmost of its scopes
   *     at or below that group
   * @param role the role; empty if the token is narrowed to a part of its capabilities
   * @param capabilities the capabilities after narrowing; never empty
   */
  public record Holding(Uid group, Optional<Role> role, Set<Capability> capabilities) {
    public Holding {
      capabilities = Set.copyOf(capabilities);
    }
  }

  /**
   * A role.
   *
   * @param uid its uid
   * @param name its name
   * @param description its description
   */
  public record Role(Uid uid, String name, String description) {}
}
