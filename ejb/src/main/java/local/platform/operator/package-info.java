/**
 * Operators: identities that run the deployment. Being one is no role and gives no capability
 * inside any organization.
 */
@NullMarked
package local.platform.operator;

import org.jspecify.annotations.NullMarked;
