/** Black-box tests that start servers of their own. */
@NullMarked
package local.platform.process;

import org.jspecify.annotations.NullMarked;
