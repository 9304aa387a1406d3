/**
 * What every REST route goes through: authentication, binding of path, query and body to a request
 * message, answers with their headers, and the one rendering of errors.
 */
@NullMarked
package local.platform.web.rest;

import org.jspecify.annotations.NullMarked;
