/** Role bindings in version 2. */
@NullMarked
package local.platform.web.v2.iam.binding;

import org.jspecify.annotations.NullMarked;
