/**
 * What all stored resources have in common: the columns of their tables, and the versions that
 * writers compare.
 */
@NullMarked
package local.platform.resource;

import org.jspecify.annotations.NullMarked;
