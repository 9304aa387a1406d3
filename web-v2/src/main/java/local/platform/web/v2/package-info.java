/**
 * Version 2 of the API, and the routes without a version. This module has the context root of the
 * server.
 */
@NullMarked
package local.platform.web.v2;

import org.jspecify.annotations.NullMarked;
