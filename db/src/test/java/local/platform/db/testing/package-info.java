/** Real databases for the tests of all modules. */
@NullMarked
package local.platform.db.testing;

import org.jspecify.annotations.NullMarked;
