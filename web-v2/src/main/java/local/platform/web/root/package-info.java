/**
 * The parts of the server that belong to no version: the filter that every HTTP request passes, and
 * the routes without a version.
 */
@NullMarked
package local.platform.web.root;

import org.jspecify.annotations.NullMarked;
