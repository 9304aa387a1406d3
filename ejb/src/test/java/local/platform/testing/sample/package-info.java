/**
 * Describes each kind of resource to tests: how one is made and changed, which capabilities its
 * operations require, what its writes tell observers, and how it is listed.
 *
 * <p>A kind has one file here, and an entry in {@link local.platform.testing.sample.Samples}. The
 * suites that try every kind iterate over these. What a sample says is said independently of the
 * kind: the capabilities are those that the API requires, not those of the guards.
 */
@NullMarked
package local.platform.testing.sample;

import org.jspecify.annotations.NullMarked;
