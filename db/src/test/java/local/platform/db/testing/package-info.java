/** Real databases for the tests of every module. */
@NullMarked
package local.platform.db.testing;

import org.jspecify.annotations.NullMarked;
