/**
 * The common handling of all REST routes: routing, authentication, binding of path, query and body
 * to a request message, answers with their headers, and errors.
 */
@NullMarked
package local.platform.web.rest;

import org.jspecify.annotations.NullMarked;
