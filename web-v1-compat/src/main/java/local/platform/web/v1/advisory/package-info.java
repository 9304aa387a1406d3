/** What is known without a token of the listed feeds, in version 1. */
@NullMarked
package local.platform.web.v1.advisory;

import org.jspecify.annotations.NullMarked;
