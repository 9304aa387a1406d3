/**
 * Makes the OpenAPI documents from the declarations of the methods, to be compared with the
 * reviewed files.
 */
@NullMarked
package local.platform.web.testing.openapi;

import org.jspecify.annotations.NullMarked;
