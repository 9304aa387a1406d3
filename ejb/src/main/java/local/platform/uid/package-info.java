/**
 * Hierarchical identifiers: the uid of a record is the uid of its parent and one more random
 * segment, so that who lies below whom can be read from the uid alone.
 */
@NullMarked
package local.platform.uid;

import org.jspecify.annotations.NullMarked;
