/**
 * The token exchange: a token of another issuer, or one of ours, for a token of an identity whose
 * relationship it satisfies. No secret is stored for that. What the identity may do with it is
 * decided at each request, and not here.
 */
@NullMarked
package local.platform.exchange;

import org.jspecify.annotations.NullMarked;
