/**
 * Operations on the deployment as a whole rather than on one organization, which only operators may
 * call: managing operators and signing keys, and restoring an owner to an organization that has
 * lost its owners. Inside organizations operators have no rights.
 */
@NullMarked
package local.platform.operator;

import org.jspecify.annotations.NullMarked;
