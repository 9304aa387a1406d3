package local.platform.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version that the build writes into the product. */
final class ProductVersion {
  private ProductVersion() {}

  /**
   * Returns which versions these are, in lines.
   *
   * @param micro whether this is {@code platform.jar}
   */
  static String text(boolean micro) {
    Properties build = new Properties();
    try (InputStream content = ProductVersion.class.getResourceAsStream("product.properties")) {
      build.load(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = "platform " + build.getProperty("version") + "\n";
    if (!micro) {
      return version + "for Payara Server " + build.getProperty("server") + "\n";
    }
    return version
        + "Payara Micro "
        + build.getProperty("server")
        + ", all of it but "
        + build.getProperty("replaced").replace("MICRO-INF/runtime/", "").replace(",", " and ")
        + ", of which the product has its own\n";
  }
}
