/** Groups, identities, roles, role bindings and group invites in version 1. */
@NullMarked
package local.platform.web.v1.iam;

import org.jspecify.annotations.NullMarked;
