package local.platform.iam.invite;

import java.util.Optional;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of invites.
 *
 * @param uidp the part of the hierarchy
 * @param keyId only the one with this key id; empty for any
 */
public record GroupInviteQuery(UidpFilter uidp, Optional<String> keyId) {}
