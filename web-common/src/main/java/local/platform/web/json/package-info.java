/**
 * Canonical JSON of protobuf messages, through Jackson: one writer and one reader for all messages
 * of all versions, with the deviations that the API requires.
 */
@NullMarked
package local.platform.web.json;

import org.jspecify.annotations.NullMarked;
