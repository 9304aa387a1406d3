package local.platform.signin.exchange;

import java.time.Instant;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.Actor;

/**
 * A credential that was verified and satisfies the relationship of an identity.
 *
 * @param actor who has brought it
 * @param narrowing its restriction
 * @param latestExpiry the latest expiry of the token that it is exchanged for
 */
record Brought(Actor actor, Narrowing narrowing, Instant latestExpiry) {}
