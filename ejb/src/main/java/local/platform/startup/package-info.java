/** The start of the server: configuration, first keys, bootstrap, the files of the quick start. */
@NullMarked
package local.platform.startup;

import org.jspecify.annotations.NullMarked;
