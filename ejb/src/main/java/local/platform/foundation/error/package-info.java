/** The error model: one exception, one table of codes, one collector of field violations. */
@NullMarked
package local.platform.foundation.error;

import org.jspecify.annotations.NullMarked;
