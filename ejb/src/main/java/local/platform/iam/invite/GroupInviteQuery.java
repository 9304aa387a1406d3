package local.platform.iam.invite;

import java.util.Optional;
import local.platform.uid.UidpFilter;

/**
 * Which invites a list is restricted to.
 *
 * @param uidp where in the hierarchy
 * @param keyId only the one whose code names this key; empty for any
 */
public record GroupInviteQuery(UidpFilter uidp, Optional<String> keyId) {}
