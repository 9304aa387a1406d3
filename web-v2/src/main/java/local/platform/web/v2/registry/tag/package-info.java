/** Tags in version 2. */
@NullMarked
package local.platform.web.v2.registry.tag;

import org.jspecify.annotations.NullMarked;
