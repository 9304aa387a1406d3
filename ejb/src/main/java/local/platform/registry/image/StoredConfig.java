package local.platform.registry.image;

import java.util.Optional;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A stored config without its content.
 *
 * @param uid its uid, under the repo
 * @param digest its digest
 * @param architecture the architecture that it names, with a slash and the variant where there is
 *     one; empty if it names none
 * @param size length of the content, in bytes
 * @param version the number of changes, always 0
 */
public record StoredConfig(
    Uid uid, String digest, Optional<String> architecture, int size, long version)
    implements Resource {}
