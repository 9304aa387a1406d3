/**
 * The API in version 1, kept for today's callers: other names and promises for the same services.
 * Nothing depends on this module.
 */
@NullMarked
package local.platform.web.v1;

import org.jspecify.annotations.NullMarked;
