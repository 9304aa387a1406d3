/** Groups in version 1. */
@NullMarked
package local.platform.web.v1.iam.group;

import org.jspecify.annotations.NullMarked;
