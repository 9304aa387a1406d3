/**
 * The server as a token issuer: signing keys that are rotated and shared through the database,
 * access tokens signed with them, and the verification of these tokens.
 */
@NullMarked
package local.platform.access.token;

import org.jspecify.annotations.NullMarked;
