/**
 * What the endpoints of version 1 have in common: reading by a list, and what is its own in
 * deletion.
 */
@NullMarked
package local.platform.web.v1.endpoint;

import org.jspecify.annotations.NullMarked;
