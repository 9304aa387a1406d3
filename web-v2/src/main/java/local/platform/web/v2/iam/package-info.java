/** Groups, identities, roles, role bindings and group invites in version 2. */
@NullMarked
package local.platform.web.v2.iam;

import org.jspecify.annotations.NullMarked;
