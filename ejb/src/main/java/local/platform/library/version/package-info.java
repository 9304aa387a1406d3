/**
 * The order of versions, by the rules of each ecosystem. A text that these rules do not allow is
 * accepted too, and comes before every version that they do allow.
 */
@NullMarked
package local.platform.library.version;

import org.jspecify.annotations.NullMarked;
