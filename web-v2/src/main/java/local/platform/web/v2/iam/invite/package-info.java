/** Group invites in version 2. */
@NullMarked
package local.platform.web.v2.iam.invite;

import org.jspecify.annotations.NullMarked;
