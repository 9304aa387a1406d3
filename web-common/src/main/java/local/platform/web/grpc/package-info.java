/**
 * gRPC: one listener besides that of HTTP, which serves the methods of all web modules. Calls are
 * authenticated, served and refused like REST requests, and differ only in their envelope.
 */
@NullMarked
package local.platform.web.grpc;

import org.jspecify.annotations.NullMarked;
