/** What is known without a token of the listed feeds, in version 2. */
@NullMarked
package local.platform.web.v2.advisory;

import org.jspecify.annotations.NullMarked;
