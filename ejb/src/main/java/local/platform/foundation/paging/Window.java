package local.platform.foundation.paging;

/**
 * A part of a list by row numbers, as version 1 requests it.
 *
 * @param skip number of rows to skip
 * @param limit maximum number of rows
 */
public record Window(int skip, long limit) {
  /** The whole list. */
  public static final Window ALL = new Window(0, Long.MAX_VALUE);
}
