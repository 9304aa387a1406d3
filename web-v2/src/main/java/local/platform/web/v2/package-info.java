/**
 * The API in version 2, and the routes that belong to no version; this module answers at the root
 * of the server.
 */
@NullMarked
package local.platform.web.v2;

import org.jspecify.annotations.NullMarked;
