/**
 * Classes that the endpoints of version 1 share, for what differs from version 2: a resource is
 * read by a list, and deletion has other errors.
 */
@NullMarked
package local.platform.web.v1.endpoint;

import org.jspecify.annotations.NullMarked;
