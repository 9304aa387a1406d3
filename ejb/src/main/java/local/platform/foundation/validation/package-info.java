/** Validation rules for fields of several resources. */
@NullMarked
package local.platform.foundation.validation;

import org.jspecify.annotations.NullMarked;
