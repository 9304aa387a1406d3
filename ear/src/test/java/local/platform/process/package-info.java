/** Black-box tests that start servers of their own, each for what it has to show. */
@NullMarked
package local.platform.process;

import org.jspecify.annotations.NullMarked;
