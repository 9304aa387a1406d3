/** Answers of version 1 that are too long to be built in memory. */
@NullMarked
package local.platform.web.v1.json;

import org.jspecify.annotations.NullMarked;
