/**
 * Hierarchical identifiers: the uid of a record is the uid of its parent and one more random
 * segment, so that the uid alone shows what it lies below.
 */
@NullMarked
package local.platform.foundation.uid;

import org.jspecify.annotations.NullMarked;
