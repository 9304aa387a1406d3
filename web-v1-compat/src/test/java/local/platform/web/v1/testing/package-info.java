/** Test code that is shared within this module. */
@NullMarked
package local.platform.web.v1.testing;

import org.jspecify.annotations.NullMarked;
