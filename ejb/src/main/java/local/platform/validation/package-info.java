/** Validation rules for fields of several resources. */
@NullMarked
package local.platform.validation;

import org.jspecify.annotations.NullMarked;
