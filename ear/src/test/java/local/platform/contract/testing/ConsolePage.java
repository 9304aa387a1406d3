package local.platform.contract.testing;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The console in a browser. Whatever a {@link BrowserPage} takes for a problem is one here, too.
 */
public final class ConsolePage implements AutoCloseable {
  /** Where the pictures are, to be looked at. */
  private static final Path PICTURES =
      Path.of(System.getProperty("platform.deployments")).resolveSibling("console");

  /** Finds what keeps people out (WCAG 2.2 AA, and what is good practice). */
  private static final String AXE = resource("/axe.min.js");

  private static final String FINDINGS =
      """
      async () => (await axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      })).violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))
      """;

  /**
   * A request of what is in a group, or of all there is. Its answer may have any number of rows.
   */
  private static final Pattern OF_MANY =
      Pattern.compile("^GET .*[?&](uidp\\.(children|descendants)_of|order_by|page_size)=");

  /** One for at most a hundred rows, or for what a path has, which is not long. */
  private static final Pattern FEW_ROWS =
      Pattern.compile("[?&](page_size=(\\d{1,2}|100)(&|$)|uidp\\.ancestors_of=)");

  private static final int WIDE = 1280;
  private static final int NARROW = 320;
  private static final int HEIGHT = 900;

  private final BrowserPage session;
  private final Page page;
  private final String address;
  private final List<String> requests = new ArrayList<>();

  private ConsolePage(BrowserPage session, URI server) {
    this.session = session;
    this.address = server.resolve("/console/").toString();
    this.page = session.open("about:blank");
    page.onRequest(
        request ->
            requests.add(request.method() + " /" + request.url().replace(server.toString(), "")));
  }

  /** Opens a browser session that has not opened the console yet. */
  public static ConsolePage of(Browser browser, URI server) {
    return new ConsolePage(browser.page(server), server.resolve("/"));
  }

  /** Opens the console as a caller, at a route such as {@code /groups/…}. */
  public static ConsolePage of(Browser browser, PlatformClient caller, String route) {
    ConsolePage console = of(browser, caller.url());
    console.open("#token=" + caller.token());
    assertThat(console.heading("Overview")).isVisible();
    console.go(route);
    return console;
  }

  /** Returns the page. */
  public Page page() {
    return page;
  }

  /** Expects answers with these statuses from now on. */
  public ConsolePage expect(Integer... statuses) {
    session.expect(statuses);
    return this;
  }

  /** Opens the console with a fragment, as if its address was typed in. */
  public void open(String fragment) {
    page.navigate("about:blank"); // otherwise only the fragment of what is open would change
    page.navigate(address + fragment);
  }

  /** Goes to a route, as a link does. */
  public void go(String route) {
    requests.clear();
    page.evaluate("route => { location.hash = route; }", "#" + route);
  }

  /** Returns the address of a route. */
  public String address(String route) {
    return address + "#" + route;
  }

  /** Returns what was requested since it was asked last, or the last {@link #go}. */
  public List<String> requests() {
    page.evaluate("0"); // what the browser has told before is heard now
    List<String> answer = List.copyOf(requests);
    requests.clear();
    return answer;
  }

  /** Returns the requests of the API among {@link #requests()}, none of which asks for much. */
  public List<String> calls() {
    List<String> calls =
        requests().stream().filter(request -> !request.contains(" /console/")).toList();
    assertThat(calls).filteredOn(OF_MANY.asPredicate()).allMatch(FEW_ROWS.asPredicate());
    return calls;
  }

  /** Returns what the page has stored in the browser. */
  public String stored() {
    return session.stored();
  }

  /** Returns a heading with exactly this text. */
  public Locator heading(String text) {
    return page.getByRole(
        AriaRole.HEADING, new Page.GetByRoleOptions().setName(text).setExact(true));
  }

  /** Returns a button with exactly this name. */
  public Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** Returns a link with exactly this name. */
  public Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** Returns the field with this label. */
  public Locator field(String label) {
    return page.getByLabel(label).first();
  }

  /** Returns what tells that something was done. */
  public Locator done() {
    return page.locator(".done");
  }

  /** Returns what tells that something has failed. */
  public Locator problem() {
    return page.locator(".problem");
  }

  /**
   * Checks that nothing keeps people out of what is shown, in both colour schemes, and that it fits
   * on a narrow screen. Leaves a picture of each.
   *
   * @param name the name of the pictures
   */
  public void check(String name) {
    assertThat(page.locator(".loading")).hasCount(0);
    for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
      page.emulateMedia(
          new Page.EmulateMediaOptions()
              .setColorScheme(scheme)
              .setReducedMotion(ReducedMotion.REDUCE));
      String file = name + "-" + scheme.name().toLowerCase(Locale.ROOT);
      page.screenshot(
          new ScreenshotOptions().setPath(PICTURES.resolve(file + ".png")).setFullPage(true));
      assertThat(findings()).as(file).isEmpty();
    }
    page.setViewportSize(NARROW, HEIGHT);
    page.screenshot(
        new ScreenshotOptions().setPath(PICTURES.resolve(name + "-narrow.png")).setFullPage(true));
    assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
        .as("width of " + name)
        .isLessThanOrEqualTo(NARROW);
    page.setViewportSize(WIDE, HEIGHT);
  }

  @SuppressWarnings("unchecked")
  private List<String> findings() {
    page.evaluate(AXE);
    return (List<String>) page.evaluate(FINDINGS);
  }

  private static String resource(String name) {
    try (InputStream in = ConsolePage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
