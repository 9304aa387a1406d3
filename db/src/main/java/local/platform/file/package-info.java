/** Private files. */
@NullMarked
package local.platform.file;

import org.jspecify.annotations.NullMarked;
