/**
 * Errors in answers: every exception is classified once, and then written by each protocol in its
 * own envelope.
 */
@NullMarked
package local.platform.web.error;

import org.jspecify.annotations.NullMarked;
