package local.platform.web.root;

import java.util.Map;
import local.platform.web.files.FileSet;

/**
 * The explorer: a page on which the methods of the OpenAPI documents can be tried. It is Swagger
 * UI, in a page of our own (ADR 62), and a client of the public API like any other.
 */
public final class Explorer {
  /** The path of the page. */
  public static final String PATH = "/explorer/";

  /** The page loads what is below its own origin, and nothing can be put into it. */
  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'none'");

  /** Its files; the last two are taken out of the package of Swagger UI as they are. */
  public static final FileSet FILES =
      FileSet.of(
              Map.of(
                  "/explorer",
                  "/explorer/index.html",
                  PATH,
                  "/explorer/index.html",
                  "/explorer/explorer.js",
                  "/explorer/explorer.js",
                  "/explorer/explorer.css",
                  "/explorer/explorer.css",
                  "/explorer/swagger-ui-bundle.js",
                  "/explorer/swagger-ui-bundle.js",
                  "/explorer/swagger-ui.css",
                  "/explorer/swagger-ui.css"))
          .with("Content-Security-Policy", POLICY)
          .with("Referrer-Policy", "no-referrer");

  private Explorer() {}
}
