/** What only shows in the application server: its transactions, its pool and its wiring. */
@NullMarked
package local.platform.container;

import org.jspecify.annotations.NullMarked;
