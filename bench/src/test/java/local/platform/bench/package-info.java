/** The benchmark. */
@NullMarked
package local.platform.bench;

import org.jspecify.annotations.NullMarked;
