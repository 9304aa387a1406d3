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

  /** The URL without what follows the database's name, where a password may stand. */
  public String safeUrl() {
    return url.replaceAll("[?;].*", "");
  }

  @Override
  public String toString() {
    return "DatabaseSettings[url=" + safeUrl() + ", user=" + user + ", poolSize=" + poolSize + "]";
  }
}
