/** What operators do, on REST. Of no version. */
@NullMarked
package local.platform.web.v2.operator;

import org.jspecify.annotations.NullMarked;
