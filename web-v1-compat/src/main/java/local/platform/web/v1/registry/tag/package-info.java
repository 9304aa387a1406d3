/** Tags in version 1. */
@NullMarked
package local.platform.web.v1.registry.tag;

import org.jspecify.annotations.NullMarked;
