/** What the injection of dependencies needs beyond the annotations of CDI. */
@NullMarked
package local.platform.foundation.injection;

import org.jspecify.annotations.NullMarked;
