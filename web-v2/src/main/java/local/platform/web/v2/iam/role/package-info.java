/** Roles in version 2. */
@NullMarked
package local.platform.web.v2.iam.role;

import org.jspecify.annotations.NullMarked;
