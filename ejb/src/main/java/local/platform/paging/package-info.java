/**
 * Lists: one component for every resource. A repository says what it lists and by which fields;
 * this does the rest: visibility, filters, order, pages, tokens and totals.
 */
@NullMarked
package local.platform.paging;

import org.jspecify.annotations.NullMarked;
