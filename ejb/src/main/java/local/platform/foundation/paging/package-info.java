/**
 * Lists, for every kind of resource. A repository specifies what it lists and by which fields; this
 * package implements visibility, filters, order, pages, tokens and totals.
 */
@NullMarked
package local.platform.foundation.paging;

import org.jspecify.annotations.NullMarked;
