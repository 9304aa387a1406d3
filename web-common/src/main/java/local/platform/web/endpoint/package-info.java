/**
 * The classes that endpoints are built from. An endpoint serves one resource in one version, on
 * every protocol: it takes a request message, calls the service, and returns a message.
 */
@NullMarked
package local.platform.web.endpoint;

import org.jspecify.annotations.NullMarked;
