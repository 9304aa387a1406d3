package local.platform.token;

import local.platform.uid.Uid;

/**
 * The subject of a token.
 *
 * @param identity uid of the identity
 * @param relationshipVersion the number of changes so far of its relationship; the next change
 *     invalidates the token
 */
public record TokenSubject(Uid identity, int relationshipVersion) {}
