/**
 * Servers and clients for the black-box tests: the product as its users have it, in processes of
 * its own.
 */
@NullMarked
package local.platform.contract.testing;

import org.jspecify.annotations.NullMarked;
