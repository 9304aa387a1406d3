package local.platform.web.http;

import java.time.Duration;

/**
 * What clients may hold, and for how long.
 *
 * @param connections most connections at a time
 * @param memory most bytes that all requests together hold beyond what each connection may
 * @param body longest body of a request, in bytes
 * @param request how long a request may take from its first byte to its last
 * @param idle how long a connection may wait for the first byte of a request
 */
record RequestLimits(int connections, long memory, int body, Duration request, Duration idle) {}
