/** Additions to the annotations of CDI for the injection of dependencies. */
@NullMarked
package local.platform.foundation.injection;

import org.jspecify.annotations.NullMarked;
