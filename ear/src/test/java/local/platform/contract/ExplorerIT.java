package local.platform.contract;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.GetByPlaceholderOptions;
import com.microsoft.playwright.Page;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.contract.testing.Browser;
import local.platform.contract.testing.BrowserPage;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.tool.CommandLine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses the explorer as people do, in a browser. */
@Deployment.Test
class ExplorerIT {
  /** A name that leads the browser to the server, and that is not the server's. */
  private static final String NAME = "listed in the explorer";

  private static final String ANOTHER_NAME = "platform.test";

  private static final Pattern ADDRESS = Pattern.compile("(?m)^ *explorer +(\\S+)$");

  private static Browser browser;

  private final PlatformClient client;
  private final PlatformProcess server;

  ExplorerIT(PlatformClient client, PlatformProcess server) {
    this.client = client;
    this.server = server;
  }

  @BeforeAll
  static void startBrowser() {
    browser = Browser.start("--host-resolver-rules=MAP " + ANOTHER_NAME + " 127.0.0.1");
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private BrowserPage session() {
    return browser.page(client.url());
  }

  private String explorer() {
    return client.url().resolve("/explorer/").toString();
  }

  /** Returns the address that signs a caller in. */
  private String withToken(PlatformClient caller) {
    return explorer() + "#token=" + caller.token();
  }

  private static Locator caller(Page page) {
    return page.locator("#caller");
  }

  /** Opens a method, so that it can be tried. */
  private static Locator tryOut(Page page, String service, String operation) {
    page.locator("#operations-tag-" + service + " .expand-operation").click();
    Locator method = page.locator("#operations-" + service + "-" + service + "_" + operation);
    method.locator(".opblock-summary-control").click();
    method.locator(".try-out__btn").click();
    return method;
  }

  private static Locator uid(Locator method) {
    return method.getByPlaceholder("uid", new GetByPlaceholderOptions().setExact(true));
  }

  private static void execute(Locator method, int status) {
    method.locator(".execute").click();
    assertThat(method.locator(".live-responses-table .response-col_status").last())
        .containsText(String.valueOf(status));
  }

  private static Locator answer(Locator method) {
    return method.locator(".live-responses-table .response-col_description").last();
  }

  @Test
  void thePrintedAddressLeadsToAListOfGroups() {
    PlatformClient owner = server.owner();
    String printed = server.awaitOutput(output -> ADDRESS.matcher(output).find());
    Matcher address = ADDRESS.matcher(printed);
    assertThat(address.find()).as(printed).isTrue();
    assertThat(printed).doesNotContain(owner.token());
    String group = owner.createGroup(owner.organization(), NAME); // one of many of this owner

    try (BrowserPage session = browser.page(server.url())) {
      Page page = session.open(address.group(1) + "#token=" + owner.token());
      assertThat(caller(page)).containsText("Signed in as " + owner.identity());
      assertThat(caller(page)).containsText("owner of " + owner.organization());
      assertThat(page).hasURL(address.group(1));

      Locator list = tryOut(page, "GroupsService", "ListGroups");
      list.getByPlaceholder("name", new GetByPlaceholderOptions().setExact(true)).fill(NAME);
      execute(list, 200);

      assertThat(answer(list)).containsText(group);
      assertThat(session.stored()).doesNotContain(owner.token());
      assertThat(page.content()).doesNotContain(owner.token());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Version 2, 'Platform API, version 2', GroupsService, ListGroups",
    "Version 2 as v2beta1, 'under its beta name', GroupsService, ListGroups",
    "Version 1, 'Platform API, version 1', Groups, List"
  })
  void eachDocumentCanBeTried(String choice, String title, String service, String operation) {
    String group = client.createGroup(client.organization(), "explored");
    try (BrowserPage session = session()) {
      Page page = session.open(withToken(client));
      page.locator("#document").selectOption(choice);
      assertThat(page.locator(".info .title")).containsText(title);

      Locator list = tryOut(page, service, operation);
      execute(list, 200);

      assertThat(answer(list)).containsText(group);
    } finally {
      client.delete("/iam/v2/groups/" + group);
    }
  }

  @Test
  void aGroupIsCreatedAndOneWithoutANameIsRefused() {
    try (BrowserPage session = session()) {
      Page page = session.open(withToken(client));
      Locator create = tryOut(page, "GroupsService", "CreateGroup");
      uid(create).fill(client.organization());
      create.locator(".body-param__text").fill("{\"name\": \"tried-out\"}");

      execute(create, 200);
      assertThat(client.get("/iam/v2/groups?name=tried-out").text()).contains("tried-out");

      create.locator(".body-param__text").fill("{}");
      session.expect(400);
      execute(create, 400);
      assertThat(answer(create)).containsText("fieldViolations");
    }
  }

  @Test
  void theCommandThatIsShownDoesTheSameWithATokenOfTheShell(@TempDir Path directory)
      throws Exception {
    try (BrowserPage session = session()) {
      Page page = session.open(withToken(client));
      Locator whoAmI = tryOut(page, "Auth", "Validate");
      execute(whoAmI, 200);

      String command = whoAmI.locator(".curl-command .curl").innerText();

      assertThat(command).doesNotContain(client.token());
      assertThat(
              CommandLine.run(
                  directory, Map.of("TOKEN", client.token()), "bash", "-c", command + " --fail"))
          .contains(client.identity());
    }
  }

  @Test
  void anErrorIsShownAsTheServerTellsIt() {
    try (BrowserPage session = session()) {
      Page page = session.open(withToken(client));
      Locator get = tryOut(page, "GroupsService", "GetGroup");
      uid(get).fill(client.organization() + "/0123456789abcdef");

      session.expect(404);
      execute(get, 404);

      assertThat(answer(get)).containsText("NOT_FOUND");
    }
  }

  @Test
  void whoPastesATokenIsSignedInUntilSigningOut() {
    try (BrowserPage session = session()) {
      Page page = session.open(explorer());
      page.getByLabel("Access token").fill(client.token());
      page.getByText("Sign in", new Page.GetByTextOptions().setExact(true)).click();
      assertThat(caller(page)).containsText("Signed in as " + client.identity());
      assertThat(page.getByLabel("Access token")).isHidden();
      assertThat(page.getByLabel("Access token")).hasValue("");
      Locator list = tryOut(page, "GroupsService", "ListGroups");
      execute(list, 200);

      page.getByText("Sign out").click();
      assertThat(caller(page)).hasText("Not signed in");
      session.expect(401);
      execute(list, 401);
      assertThat(session.stored()).doesNotContain(client.token());
    }
  }

  @Test
  void aTokenThatTheServerRefusesSignsNobodyIn() {
    try (BrowserPage session = session().expect(401)) {
      Page page = session.open(explorer() + "#token=nonsense");

      assertThat(caller(page)).containsText("Not signed in: ");
      assertThat(page.getByLabel("Access token")).isVisible();
      assertThat(page).hasURL(explorer());
    }
  }

  /** A link must not sign somebody in as its author. */
  @Test
  void aTokenInTheAddressDoesNotTakeThePlaceOfACaller() {
    PlatformClient author = client.as(client.createIdentity(client.organization()));
    try (BrowserPage session = session()) {
      Page page = session.open(withToken(client));
      assertThat(caller(page)).containsText("Signed in as " + client.identity());

      page.evaluate("address => location.assign(address)", withToken(author));

      assertThat(page).hasURL(explorer());
      Locator whoAmI = tryOut(page, "Auth", "Validate");
      execute(whoAmI, 200);
      assertThat(answer(whoAmI)).containsText(client.identity());
      assertThat(caller(page)).containsText("Signed in as " + client.identity());
    }
  }

  @Test
  void aTokenInTheAddressIsIgnoredUnderAnotherName() {
    URI other = URI.create("http://" + ANOTHER_NAME + ":" + client.url().getPort());
    try (BrowserPage session = browser.page(other)) {
      Page page = session.open(other.resolve("/explorer/") + "#token=" + client.token());

      assertThat(page.locator(".info .title")).containsText("version 2");
      assertThat(page).hasURL(other.resolve("/explorer/").toString());
      assertThat(caller(page)).hasText("Not signed in");
      assertThat(session.stored()).doesNotContain(client.token());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"?url=", "?configUrl="})
  void nothingIsLoadedThatTheAddressNames(String parameter) {
    try (BrowserPage session = session()) {
      Page page = session.open(explorer() + parameter + "https://elsewhere.example/openapi.json");

      assertThat(page.locator(".info .title")).containsText("Platform API, version 2");
    }
  }
}
