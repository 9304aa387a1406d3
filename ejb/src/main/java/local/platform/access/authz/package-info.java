/**
 * Authorization. The role bindings of a caller grant sets of capabilities at groups; each counts at
 * its group and everywhere below. A check looks at a uid and its ancestors, and a list is
 * restricted to ranges of uids; both use the same grants.
 */
@NullMarked
package local.platform.access.authz;

import org.jspecify.annotations.NullMarked;
