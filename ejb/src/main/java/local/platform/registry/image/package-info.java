/**
 * Images: what is known of the manifests in a repo, by their digests. Nothing of an image ever
 * changes, but its configs and the manifests of an index may become known later than itself. What
 * is stored was computed from the bytes of manifests and configs; blobs of layers are not here.
 */
@NullMarked
package local.platform.registry.image;

import org.jspecify.annotations.NullMarked;
