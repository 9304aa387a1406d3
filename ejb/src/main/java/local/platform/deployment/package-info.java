/**
 * What concerns the deployment as a whole and no single organization. Operators do it: who they
 * are, and what they do for organizations that cannot help themselves. Inside organizations they
 * may do nothing.
 */
@NullMarked
package local.platform.deployment;

import org.jspecify.annotations.NullMarked;
