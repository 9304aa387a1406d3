/**
 * The application server for the tests, and what they put into it to make things happen at the
 * right moment.
 */
@NullMarked
package local.platform.container.testing;

import org.jspecify.annotations.NullMarked;
