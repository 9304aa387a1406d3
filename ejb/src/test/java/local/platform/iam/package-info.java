/** Tests of rules that concern several kinds of resources. */
@NullMarked
package local.platform.iam;

import org.jspecify.annotations.NullMarked;
