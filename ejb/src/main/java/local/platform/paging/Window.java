package local.platform.paging;

/**
 * A part of a list by numbers, as v1 asks for it.
 *
 * @param skip rows left out at the beginning
 * @param limit most rows taken
 */
public record Window(int skip, long limit) {
  /** The whole list. */
  public static final Window ALL = new Window(0, Long.MAX_VALUE);
}
