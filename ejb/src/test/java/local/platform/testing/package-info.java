/** The services on a real database and without a container, for tests. */
@NullMarked
package local.platform.testing;

import org.jspecify.annotations.NullMarked;
