/**
 * Operators: identities that operate the deployment. Being one is not a role and grants no
 * capability in any organization.
 */
@NullMarked
package local.platform.access.operator;

import org.jspecify.annotations.NullMarked;
