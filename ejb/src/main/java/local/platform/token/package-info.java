/**
 * The server as its own token issuer: signing keys that rotate and are shared through the database,
 * access tokens signed with them, and the verification of what requests bring.
 */
@NullMarked
package local.platform.token;

import org.jspecify.annotations.NullMarked;
