/** Roles: named sets of capabilities. Built-in roles have no parent and cannot be changed. */
@NullMarked
package local.platform.iam.role;

import org.jspecify.annotations.NullMarked;
