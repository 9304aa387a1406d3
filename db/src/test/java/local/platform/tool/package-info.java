/** Programs that tests run and that the build does not bring. */
@NullMarked
package local.platform.tool;

import org.jspecify.annotations.NullMarked;
