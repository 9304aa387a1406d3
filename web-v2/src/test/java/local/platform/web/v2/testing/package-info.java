/** What tests of version 2 share. */
@NullMarked
package local.platform.web.v2.testing;

import org.jspecify.annotations.NullMarked;
