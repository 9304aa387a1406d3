/**
 * Servers and clients for the black-box tests: the product as users run it, in its own processes.
 */
@NullMarked
package local.platform.contract.testing;

import org.jspecify.annotations.NullMarked;
