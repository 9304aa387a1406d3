/**
 * gRPC: one listener beside that of HTTP, which serves the methods of all web modules. A call is
 * authenticated, served and refused as a REST request is, and differs only in its envelope.
 */
@NullMarked
package local.platform.web.grpc;

import org.jspecify.annotations.NullMarked;
