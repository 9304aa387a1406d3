/** Role bindings: each grants a role to an identity at a group and everywhere below it. */
@NullMarked
package local.platform.iam.binding;

import org.jspecify.annotations.NullMarked;
