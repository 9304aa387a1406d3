/**
 * Groups: the nodes of the trees in which everything lies. A group without a parent is an
 * organization. A group is neither moved nor deleted while anything lies in it.
 */
@NullMarked
package local.platform.iam.group;

import org.jspecify.annotations.NullMarked;
