/**
 * Groups: the nodes of the trees that contain all other resources. A group without a parent is an
 * organization. A group is never moved, and resources in it prevent its deletion, except those that
 * are deleted with it.
 */
@NullMarked
package local.platform.iam.group;

import org.jspecify.annotations.NullMarked;
