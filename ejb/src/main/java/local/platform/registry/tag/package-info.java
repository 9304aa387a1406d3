/**
 * Tags: names in a repo that refer to digests. A tag that is deleted keeps its uid and its history,
 * and a tag that is created again under its name continues them.
 */
@NullMarked
package local.platform.registry.tag;

import org.jspecify.annotations.NullMarked;
