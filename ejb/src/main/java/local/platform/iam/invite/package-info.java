/**
 * Group invites: each offers a role at a group to whoever has its code. An invite is never changed.
 * It is deleted with its group, but not with its role or its inviter.
 */
@NullMarked
package local.platform.iam.invite;

import org.jspecify.annotations.NullMarked;
