/** Role bindings in version 1. */
@NullMarked
package local.platform.web.v1.iam.binding;

import org.jspecify.annotations.NullMarked;
