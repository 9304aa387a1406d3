/** Files of the server. */
@NullMarked
package local.platform.file;

import org.jspecify.annotations.NullMarked;
