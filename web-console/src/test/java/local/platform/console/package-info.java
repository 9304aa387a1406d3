/** Tests of the console: of its functions, its types, and the files of which it is made. */
@NullMarked
package local.platform.console;

import org.jspecify.annotations.NullMarked;
