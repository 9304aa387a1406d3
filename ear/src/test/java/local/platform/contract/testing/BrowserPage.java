package local.platform.contract.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A page that a test uses as its user does. What must never happen meanwhile fails the test when
 * the page is closed: a violation of the page's policy, an exception that nobody catches, an error
 * in the console, a request to another server, and an answer with an error that the test does not
 * {@linkplain #expect expect}.
 */
public final class BrowserPage implements AutoCloseable {
  /** Chromium tells of each answer with an error in the console, too. */
  private static final String ANSWERED_WITH_ERROR = "Failed to load resource: the server responded";

  private static final String TELL_OF_VIOLATIONS =
      """
      addEventListener("securitypolicyviolation", (violation) =>
        console.error("policy:", violation.effectiveDirective, violation.blockedURI, violation.sourceFile, violation.sample));
      """;

  private static final String STORED =
      """
      async () => JSON.stringify([
        { ...localStorage }, { ...sessionStorage }, document.cookie, history.state,
        await self.indexedDB?.databases(), await self.caches?.keys(), window.name])
      """;

  private final BrowserContext session;
  private final Page page;
  private final String server;
  private final List<String> problems = new ArrayList<>();
  private final Set<Integer> expected = new HashSet<>();

  BrowserPage(BrowserContext session, URI server, double patience) {
    this.session = session;
    this.server = server.resolve("/").toString();
    session.setDefaultTimeout(patience);
    session.addInitScript(TELL_OF_VIOLATIONS);
    session.onRequest(this::check);
    session.onResponse(this::check);
    session.onConsoleMessage(this::check);
    session.onWebError(error -> problems.add("not caught: " + error.error()));
    this.page = session.newPage();
  }

  private void check(Request request) {
    String url = request.url();
    if (!url.startsWith(server) && !url.startsWith("data:")) {
      problems.add("request to another server: " + request.method() + " " + url);
    }
  }

  private void check(Response response) {
    if (response.status() >= 400 && !expected.contains(response.status())) {
      problems.add(
          "answer: "
              + response.status()
              + " "
              + response.request().method()
              + " "
              + response.url());
    }
  }

  private void check(ConsoleMessage message) {
    if (message.type().equals("error") && !message.text().startsWith(ANSWERED_WITH_ERROR)) {
      problems.add("console: " + message.text());
    }
  }

  /** Expects answers with these statuses, of 400 and above, from now on. */
  public BrowserPage expect(Integer... statuses) {
    Collections.addAll(expected, statuses);
    return this;
  }

  /** Opens an address, as if it was typed in, and returns the page. */
  public Page open(String url) {
    page.navigate(url);
    return page;
  }

  /** Returns all that the page has stored in the browser, as JSON. */
  public String stored() {
    return (String) page.evaluate(STORED);
  }

  /** Returns what has happened so far that must not. */
  public List<String> problems() {
    page.evaluate("0"); // what the browser has told before is heard now
    return List.copyOf(problems);
  }

  /** Closes the session, and fails if anything has happened that must not. */
  @Override
  public void close() {
    try {
      assertThat(problems()).isEmpty();
    } finally {
      session.close();
    }
  }
}
