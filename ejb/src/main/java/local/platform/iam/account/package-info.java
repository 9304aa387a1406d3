/**
 * Account associations: which accounts at providers of clouds, and which services of the platform,
 * belong to a group. A group has at most one, whose uid is that of the group, and which keeps the
 * group from being deleted. They are kept, but no provider is ever called.
 */
@NullMarked
package local.platform.iam.account;

import org.jspecify.annotations.NullMarked;
