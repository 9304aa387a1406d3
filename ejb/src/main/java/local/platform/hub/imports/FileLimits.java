package local.platform.hub.imports;

/**
 * Limits on an uploaded file. What a file says about itself is not believed: everything is counted
 * while it is read.
 *
 * @param lines maximum number of lines
 * @param line maximum length of a line, in bytes
 * @param inflated maximum length after inflating, in bytes
 * @param ratio maximum ratio of inflated to compressed length
 * @param free inflated length up to which the ratio does not matter, in bytes
 */
record FileLimits(long lines, int line, long inflated, int ratio, long free) {
  /** Those of a server. */
  static final FileLimits DEFAULT = new FileLimits(5_000_000, 64 << 10, 4L << 30, 200, 64L << 20);
}
