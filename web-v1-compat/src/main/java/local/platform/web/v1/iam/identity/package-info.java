/** Identities in version 1. */
@NullMarked
package local.platform.web.v1.iam.identity;

import org.jspecify.annotations.NullMarked;
