/**
 * How the product writes: each write is one transaction, repeated whole when it collides with
 * another one, and answered only when it is durable.
 */
@NullMarked
package local.platform.transaction;

import org.jspecify.annotations.NullMarked;
