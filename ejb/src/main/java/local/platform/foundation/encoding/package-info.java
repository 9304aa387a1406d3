/**
 * Strict decoders. Libraries decode leniently: they replace what is invalid, or end where they
 * cannot go on, so that a part of the input counts as the whole.
 */
@NullMarked
package local.platform.foundation.encoding;

import org.jspecify.annotations.NullMarked;
