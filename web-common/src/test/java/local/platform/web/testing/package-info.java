/** What the tests of this module share. */
@NullMarked
package local.platform.web.testing;

import org.jspecify.annotations.NullMarked;
