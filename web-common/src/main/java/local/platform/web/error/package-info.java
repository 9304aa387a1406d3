/**
 * Errors on their way out: classified once, whatever was thrown, and then written by each protocol
 * in its own envelope.
 */
@NullMarked
package local.platform.web.error;

import org.jspecify.annotations.NullMarked;
