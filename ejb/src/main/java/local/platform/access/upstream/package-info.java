/**
 * Tokens of other issuers, which are sent to the token exchange: their format, the keys of their
 * issuers, and their verification. Issuers are untrusted: their documents are fetched only from
 * checked addresses, with limits of time and size, and parsed as untrusted input. Which identity a
 * token may be exchanged for is not decided here.
 */
@NullMarked
package local.platform.access.upstream;

import org.jspecify.annotations.NullMarked;
