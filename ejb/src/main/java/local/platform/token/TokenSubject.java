package local.platform.token;

import local.platform.uid.Uid;

/**
 * Whom a token is issued to.
 *
 * @param identity uid of the identity
 * @param relationshipVersion the number of changes so far of how it is recognised; the next change
 *     ends the token
 */
public record TokenSubject(Uid identity, int relationshipVersion) {}
