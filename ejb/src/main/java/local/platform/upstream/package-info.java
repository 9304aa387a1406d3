/**
 * Tokens of other issuers, which are brought to the token exchange: their form, the keys of their
 * issuers, and their verification. An issuer is an untrusted party: each of its documents is
 * fetched from checked addresses only, in bounded time and size, and read like the input of a
 * stranger. Which identity a token may become is not decided here.
 */
@NullMarked
package local.platform.upstream;

import org.jspecify.annotations.NullMarked;
