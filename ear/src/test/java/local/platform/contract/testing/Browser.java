package local.platform.contract.testing;

import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import local.platform.tool.InstalledTool;

/**
 * A Chromium without a window, that of the system, which tests drive through the Node of the
 * system. It belongs to the thread that started it.
 */
public final class Browser implements AutoCloseable {
  /**
   * How long a test waits for what a page is to show, in milliseconds, on a machine that does much
   * else.
   */
  private static final double PATIENCE = 30_000;

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser chromium;

  private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
    this.playwright = playwright;
    this.chromium = chromium;
  }

  /**
   * Starts a browser.
   *
   * @param options options of Chromium, such as {@code --host-resolver-rules=…}
   * @throws org.opentest4j.TestAbortedException if Chromium or Node is not installed; in CI that is
   *     a failure
   */
  public static Browser start(String... options) {
    String chromium = InstalledTool.require("chromium", "chromium").toString();
    String node = InstalledTool.require("node", "nodejs").toString();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH", node, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    try {
      // Without its sandbox, which root does not have: it loads nothing but what is tested.
      return new Browser(
          playwright,
          playwright
              .chromium()
              .launch(
                  new LaunchOptions()
                      .setExecutablePath(Path.of(chromium))
                      .setChromiumSandbox(false)
                      .setArgs(List.of(options))));
    } catch (RuntimeException e) {
      playwright.close();
      throw e;
    }
  }

  /**
   * Opens an empty page in a session of its own, without anything that another page has stored.
   *
   * @param server the only server from which it may load anything
   */
  public BrowserPage page(URI server) {
    return new BrowserPage(chromium.newContext(), server, PATIENCE);
  }

  @Override
  public void close() {
    playwright.close();
  }
}
