/**
 * The one way in which anything fails: one exception, one table of codes, one collector of field
 * problems.
 */
@NullMarked
package local.platform.error;

import org.jspecify.annotations.NullMarked;
