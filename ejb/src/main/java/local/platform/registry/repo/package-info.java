/**
 * Repos: each has tags and images, and a name in the registry, its pull name, that never changes. A
 * repo keeps its group from being deleted. What lies in it is deleted after it, in batches, and its
 * pull name stays reserved for its group.
 */
@NullMarked
package local.platform.registry.repo;

import org.jspecify.annotations.NullMarked;
