package local.platform.iam.invite;

import java.time.Duration;
import java.util.Optional;
import local.platform.uid.Uid;

/**
 * What a client may say of an invite.
 *
 * @param role the role to be bound on acceptance; required
 * @param email the only address that may accept it; empty for whoever has the code
 * @param ttl for how long from now on it can be accepted; required
 * @param singleUse whether it can be accepted only once
 */
public record GroupInviteDraft(
    Optional<Uid> role, String email, Optional<Duration> ttl, boolean singleUse) {}
