/**
 * Tests of what only shows in the application server: transactions, connection pool and injection.
 */
@NullMarked
package local.platform.container;

import org.jspecify.annotations.NullMarked;
