package local.platform.web.http;

import java.time.Duration;
import java.util.function.BiPredicate;

/**
 * Limits on the memory and the time that clients may use.
 *
 * @param connections maximum number of connections
 * @param memory maximum number of bytes that all requests share beyond those of each connection
 * @param body maximum length of a request body, in bytes
 * @param request how long a request may take from its first byte to its last
 * @param idle how long a connection may wait for the first byte of a request
 * @param uploads the requests to whose bodies these limits do not apply
 * @param downloads whether the answers for a method and an undecoded path may be so long that a
 *     thread waits for the client. Such a client must read as fast as one that uploads must send
 */
record RequestLimits(
    int connections,
    long memory,
    int body,
    Duration request,
    Duration idle,
    UploadRules uploads,
    BiPredicate<String, String> downloads) {}
