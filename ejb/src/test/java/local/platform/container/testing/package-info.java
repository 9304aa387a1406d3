/**
 * Starts the application server for tests, and replaces parts of the product to make things happen
 * at the right moment.
 */
@NullMarked
package local.platform.container.testing;

import org.jspecify.annotations.NullMarked;
