package local.platform.foundation.paging;

import local.platform.foundation.error.FieldViolations;

/**
 * The page that a client requests.
 *
 * @param pageSize number of rows; 0 for the default
 * @param pageToken the token of the page; empty for the first page
 * @param orderBy the order; empty for the default
 * @param skip number of rows to skip from there
 * @param violations violations in the rest of the request, so that one error names them all
 */
public record PageRequest(
    int pageSize, String pageToken, String orderBy, int skip, FieldViolations violations) {

  /** Creates a page request without violations so far. */
  public PageRequest(int pageSize, String pageToken, String orderBy, int skip) {
    this(pageSize, pageToken, orderBy, skip, new FieldViolations());
  }
}
