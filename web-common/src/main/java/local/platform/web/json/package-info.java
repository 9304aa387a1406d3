/**
 * Canonical JSON of protobuf messages, through Jackson: one writer and one reader for every message
 * of every version, with the deviations that the contract asks for.
 */
@NullMarked
package local.platform.web.json;

import org.jspecify.annotations.NullMarked;
