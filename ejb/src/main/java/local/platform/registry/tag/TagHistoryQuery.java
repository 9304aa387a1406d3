package local.platform.registry.tag;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * Selects entries of the history of a tag: those that were in force at some time in a range.
 *
 * @param tag uid of the tag, which may be deleted
 * @param start the inclusive beginning of the range; empty for that of the history
 * @param end the exclusive end of the range, after its beginning; empty if there is none
 */
public record TagHistoryQuery(Uid tag, Optional<Instant> start, Optional<Instant> end) {}
