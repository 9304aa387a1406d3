/** Parts of lists in version 1. */
@NullMarked
package local.platform.web.v1.paging;

import org.jspecify.annotations.NullMarked;
