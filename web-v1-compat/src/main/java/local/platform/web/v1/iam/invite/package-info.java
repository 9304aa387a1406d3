/** Group invites in version 1. */
@NullMarked
package local.platform.web.v1.iam.invite;

import org.jspecify.annotations.NullMarked;
