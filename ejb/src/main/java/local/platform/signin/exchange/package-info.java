/**
 * The token exchange: exchanges a token of another issuer or of this server, or a request to AWS
 * that somebody has signed, for a token of an identity whose relationship it satisfies. No secret
 * is stored for that. What the identity may do is decided at each request, not here.
 */
@NullMarked
package local.platform.signin.exchange;

import org.jspecify.annotations.NullMarked;
