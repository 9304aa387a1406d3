/** Rules that fields of several resources share. */
@NullMarked
package local.platform.validation;

import org.jspecify.annotations.NullMarked;
