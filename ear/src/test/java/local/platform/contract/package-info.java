/**
 * What a client may rely on, tested from outside over HTTP, on each packaging and each database.
 */
@NullMarked
package local.platform.contract;

import org.jspecify.annotations.NullMarked;
