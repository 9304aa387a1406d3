/** Authentication: turns the bearer token of a request into a caller with its current grants. */
@NullMarked
package local.platform.signin.authn;

import org.jspecify.annotations.NullMarked;
