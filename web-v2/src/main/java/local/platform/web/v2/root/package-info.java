/**
 * What belongs to the server and to no version: the edge through which every HTTP request comes,
 * and the routes without a version.
 */
@NullMarked
package local.platform.web.v2.root;

import org.jspecify.annotations.NullMarked;
