package local.platform.access.token;

import local.platform.foundation.uid.Uid;

/**
 * The subject of a token.
 *
 * @param identity uid of the identity
 * @param relationshipVersion the number of changes so far of its relationship; the next change
 *     invalidates the token
 */
public record TokenSubject(Uid identity, int relationshipVersion) {}
