/** The registry of web modules: what each serves, and whether all are ready. */
@NullMarked
package local.platform.web.module;

import org.jspecify.annotations.NullMarked;
