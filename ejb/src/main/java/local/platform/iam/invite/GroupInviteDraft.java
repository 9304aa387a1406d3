package local.platform.iam.invite;

import java.time.Duration;
import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * The fields of an invite that clients may write.
 *
 * @param role the role that is bound when it is accepted; required
 * @param email the only address that may accept it; empty if anybody with the code may
 * @param ttl for how long from now it can be accepted; required
 * @param singleUse whether it can be accepted only once
 */
public record GroupInviteDraft(
    Optional<Uid> role, String email, Optional<Duration> ttl, boolean singleUse) {}
