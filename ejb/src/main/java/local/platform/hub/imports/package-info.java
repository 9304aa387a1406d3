/**
 * Imports: uploaded files whose records are stored one by one in bounded transactions, in the
 * background. An import is a resource of its group. What it stores is its content: observers of
 * changes see the import and its counts, and not the single rows.
 *
 * <p>A format implements {@link local.platform.hub.imports.RecordFormat}; everything else is
 * independent of it.
 */
@NullMarked
package local.platform.hub.imports;

import org.jspecify.annotations.NullMarked;
