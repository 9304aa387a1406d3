package local.platform.config;

/**
 * The settings of the database.
 *
 * @param url JDBC URL as configured
 * @param user user, empty for none
 * @param password password, empty for none; never printed
 * @param poolSize maximum number of connections
 */
public record DatabaseSettings(String url, String user, String password, int poolSize) {

  /**
   * Returns the URL without the parts that may contain a password: before the host and after the
   * name.
   */
  public String safeUrl() {
    return url.replaceAll("(?s)//[^/]*[@(].*", "//…").replaceAll("(?s)[?;].*", "");
  }

  /** Returns whether a URL sets this connection property, whose name is case-insensitive. */
  public static boolean sets(String url, String property) {
    return url.matches("(?is).*[?&;]" + property + "=.*");
  }

  @Override
  public String toString() {
    return "DatabaseSettings[url=" + safeUrl() + ", user=" + user + ", poolSize=" + poolSize + "]";
  }
}
