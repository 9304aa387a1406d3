/** The operations of operators, over REST and without a version. */
@NullMarked
package local.platform.web.v2.operator;

import org.jspecify.annotations.NullMarked;
