/**
 * Lists, for every kind of resource. A {@link local.platform.foundation.paging.ListSpec} specifies
 * what is listed and by which fields; this package implements visibility, filters, order, pages,
 * tokens and totals.
 */
@NullMarked
package local.platform.foundation.paging;

import org.jspecify.annotations.NullMarked;
