/**
 * Transactions: each write is one transaction, which is retried as a whole if it collides with
 * another one and answered only when it is durable.
 */
@NullMarked
package local.platform.foundation.transaction;

import org.jspecify.annotations.NullMarked;
