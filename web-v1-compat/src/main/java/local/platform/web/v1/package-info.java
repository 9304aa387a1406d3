/**
 * Version 1 of the API, kept for existing clients: the same services with other names and
 * guarantees. Nothing depends on this module.
 */
@NullMarked
package local.platform.web.v1;

import org.jspecify.annotations.NullMarked;
