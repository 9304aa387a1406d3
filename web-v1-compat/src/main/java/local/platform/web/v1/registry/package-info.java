/** The service of version 1 for repos and what lies in them. */
@NullMarked
package local.platform.web.v1.registry;

import org.jspecify.annotations.NullMarked;
