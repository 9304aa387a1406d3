/**
 * The common part of all stored resources: the columns of their tables, their queries, their
 * versions, and the way they are written and observed.
 */
@NullMarked
package local.platform.foundation.resource;

import org.jspecify.annotations.NullMarked;
