/**
 * Describes each kind of resource to the black-box tests: its words in both versions, what can be
 * written, and what its routes require.
 *
 * <p>A kind has one file here, and a constant of {@link
 * local.platform.contract.testing.sample.Resource}, over which the suites for all resources
 * iterate.
 */
@NullMarked
package local.platform.contract.testing.sample;

import org.jspecify.annotations.NullMarked;
