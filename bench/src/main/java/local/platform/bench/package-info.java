/**
 * Resources beside those of the product, on the same server, for the product to be compared with.
 */
@NullMarked
package local.platform.bench;

import org.jspecify.annotations.NullMarked;
