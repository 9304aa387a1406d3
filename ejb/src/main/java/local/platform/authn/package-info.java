/** Who calls: from the bearer token of a request to a caller with its live grants. */
@NullMarked
package local.platform.authn;

import org.jspecify.annotations.NullMarked;
