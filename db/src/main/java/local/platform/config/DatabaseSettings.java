package local.platform.config;

/**
 * The database.
 *
 * @param url JDBC URL as configured
 * @param user user, empty for none
 * @param password password, empty for none; never printed
 * @param poolSize most connections held at once
 */
public record DatabaseSettings(String url, String user, String password, int poolSize) {

  /** The URL without the parts where a password may stand: before the host and after the name. */
  public String safeUrl() {
    return url.replaceAll("(?s)//[^/]*[@(].*", "//…").replaceAll("(?s)[?;].*", "");
  }

  /** Whether a URL sets this connection property, whose name knows no case. */
  public static boolean sets(String url, String property) {
    return url.matches("(?is).*[?&;]" + property + "=.*");
  }

  @Override
  public String toString() {
    return "DatabaseSettings[url=" + safeUrl() + ", user=" + user + ", poolSize=" + poolSize + "]";
  }
}
