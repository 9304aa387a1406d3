/**
 * Callers of AWS. AWS has no tokens for others; instead, a caller signs a request to AWS that asks
 * who the caller is, and hands it over. It is not passed on as it is: a request of the only
 * accepted form is built anew and sent to AWS, which verifies the signature and answers. Which
 * identity a caller may act as is not decided here.
 */
@NullMarked
package local.platform.access.aws;

import org.jspecify.annotations.NullMarked;
