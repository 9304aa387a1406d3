/** Tests of what is written for people: the README and the documents. */
@NullMarked
package local.platform.documentation;

import org.jspecify.annotations.NullMarked;
