/**
 * Identity providers: how persons sign in to an organization, and which role they get at the group
 * of the provider when they first do. Whoever creates or changes one must hold every capability of
 * that role. They are kept, but nobody signs in through them yet, and nothing is fetched for them.
 */
@NullMarked
package local.platform.iam.idp;

import org.jspecify.annotations.NullMarked;
