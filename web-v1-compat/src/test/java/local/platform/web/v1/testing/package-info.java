/** What the tests of this module share. */
@NullMarked
package local.platform.web.v1.testing;

import org.jspecify.annotations.NullMarked;
