/**
 * Group invites: each offers a role at a group to whoever has its code. An invite is never changed,
 * and goes with its group; it stays when its role or its inviter is deleted.
 */
@NullMarked
package local.platform.iam.invite;

import org.jspecify.annotations.NullMarked;
