package local.platform.web.http;

import java.time.Duration;

/**
 * Limits on the memory and the time that clients may use.
 *
 * @param connections maximum number of connections
 * @param memory maximum number of bytes that all requests share beyond those of each connection
 * @param body maximum length of a request body, in bytes
 * @param request how long a request may take from its first byte to its last
 * @param idle how long a connection may wait for the first byte of a request
 * @param uploads the requests to whose bodies these limits do not apply
 */
record RequestLimits(
    int connections, long memory, int body, Duration request, Duration idle, UploadRules uploads) {}
