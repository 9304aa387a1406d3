package local.platform.paging;

import java.time.Instant;

/**
 * What a page token holds: where in a list a page ended. It grants nothing; what may be seen is
 * decided anew on each page.
 *
 * @param issueTime when the token was made
 * @param fingerprint of all that must not change between pages: resource, filters, order, caller
 *     and narrowing
 * @param totalCount rows of the whole list
 * @param value the last row's value of the field by which the list is ordered, as text
 * @param key the last row's key, as text
 */
record PageCursor(
    Instant issueTime, String fingerprint, long totalCount, String value, String key) {}
