/**
 * Serves files of the product as they are in git: the same bytes everywhere, without a token (ADR
 * 61).
 */
@NullMarked
package local.platform.web.files;

import org.jspecify.annotations.NullMarked;
