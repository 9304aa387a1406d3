/** Groups in version 2. */
@NullMarked
package local.platform.web.v2.iam.group;

import org.jspecify.annotations.NullMarked;
