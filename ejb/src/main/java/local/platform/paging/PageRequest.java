package local.platform.paging;

/**
 * Which page of a list is wanted, as the client said it.
 *
 * @param pageSize rows wanted; 0 for the default
 * @param pageToken where the page begins: the token of the page before; empty for the first page
 * @param orderBy the order; empty for the default
 * @param skip rows to skip from there
 */
public record PageRequest(int pageSize, String pageToken, String orderBy, int skip) {}
