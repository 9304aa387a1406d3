package local.platform.paging;

import local.platform.error.FieldViolations;

/**
 * Which page of a list is wanted, as the client said it.
 *
 * @param pageSize rows wanted; 0 for the default
 * @param pageToken where the page begins: the token of the page before; empty for the first page
 * @param orderBy the order; empty for the default
 * @param skip rows to skip from there
 * @param violations what is wrong with the rest of the request, so that one answer tells everything
 */
public record PageRequest(
    int pageSize, String pageToken, String orderBy, int skip, FieldViolations violations) {

  /** A page of a request with which nothing is wrong so far. */
  public PageRequest(int pageSize, String pageToken, String orderBy, int skip) {
    this(pageSize, pageToken, orderBy, skip, new FieldViolations());
  }
}
