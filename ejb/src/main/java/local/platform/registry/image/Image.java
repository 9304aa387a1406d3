package local.platform.registry.image;

import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * An image: what is known of a manifest.
 *
 * @param uid its uid, under the repo
 * @param digest the digest of the manifest
 * @param mediaType the media type of the manifest
 * @param manifestSize length of the manifest, in bytes
 * @param contentSize length of config and layers together, in bytes; empty for an index
 * @param configDigest the digest of its config; empty for an index
 * @param version the number of changes, always 0
 */
public record Image(
    Uid uid,
    String digest,
    String mediaType,
    int manifestSize,
    OptionalLong contentSize,
    Optional<String> configDigest,
    long version)
    implements Resource {}
