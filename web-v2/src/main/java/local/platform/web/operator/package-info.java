/** The operations of operators, over REST and without a version. */
@NullMarked
package local.platform.web.operator;

import org.jspecify.annotations.NullMarked;
