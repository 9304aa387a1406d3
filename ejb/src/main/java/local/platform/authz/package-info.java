/**
 * Who may do what where. A caller's role bindings give sets of capabilities at groups; a binding
 * counts at its group and everywhere below. A check walks the prefixes of one uid, a list becomes
 * ranges of uids; both decide from the same grants.
 */
@NullMarked
package local.platform.authz;

import org.jspecify.annotations.NullMarked;
