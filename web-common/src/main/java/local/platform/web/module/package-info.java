/**
 * The web modules of the server and what they have in common while it runs: when they are ready,
 * and the one gRPC listener.
 */
@NullMarked
package local.platform.web.module;

import org.jspecify.annotations.NullMarked;
