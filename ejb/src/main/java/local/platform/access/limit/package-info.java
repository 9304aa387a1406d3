/**
 * Limits of requests: how many the identity of a caller, and all identities of its organization,
 * may make. Each limit of each of them is a bucket of requests that fills up again evenly.
 */
@NullMarked
package local.platform.access.limit;

import org.jspecify.annotations.NullMarked;
