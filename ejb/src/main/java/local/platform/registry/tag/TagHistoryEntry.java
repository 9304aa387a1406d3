package local.platform.registry.tag;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry of the history of a tag, in force until the next one.
 *
 * @param changeTime when the tag was changed, in microseconds
 * @param digest the digest to which it refers from then on; empty if it was deleted
 */
public record TagHistoryEntry(Instant changeTime, Optional<String> digest) {}
