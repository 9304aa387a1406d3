/** Identities in version 2. */
@NullMarked
package local.platform.web.v2.iam.identity;

import org.jspecify.annotations.NullMarked;
