package local.platform.foundation.paging;

import java.time.Instant;

/**
 * The content of a page token: where in a list a page ended. It grants nothing; visibility is
 * decided anew for each page.
 *
 * @param issueTime when the token was issued
 * @param fingerprint of everything that must not change between pages: resource, filters, order,
 *     caller and narrowing
 * @param totalCount number of rows of the whole list
 * @param value the last row's value of the field by which the list is ordered, as text
 * @param key the last row's key, as text
 */
record PageCursor(
    Instant issueTime, String fingerprint, long totalCount, String value, String key) {}
