/** Roles in version 1. */
@NullMarked
package local.platform.web.v1.iam.role;

import org.jspecify.annotations.NullMarked;
