/** What the tests of this module share with each other and with those of the versions. */
@NullMarked
package local.platform.web.testing;

import org.jspecify.annotations.NullMarked;
