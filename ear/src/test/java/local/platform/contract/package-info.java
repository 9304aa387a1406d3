/** Tests what clients rely on, from outside, on each packaging and each database. */
@NullMarked
package local.platform.contract;

import org.jspecify.annotations.NullMarked;
