/** Test code that is shared within this module and with those of the versions. */
@NullMarked
package local.platform.web.testing;

import org.jspecify.annotations.NullMarked;
