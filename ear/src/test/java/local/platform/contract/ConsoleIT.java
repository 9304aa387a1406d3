package local.platform.contract;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Browser;
import local.platform.contract.testing.ConsolePage;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uses the console as people do, in a browser: signing in, lists, and changes. */
@Deployment.Test
@Tag("database")
class ConsoleIT {
  /**
   * A name that leads the browser to the server, and that is none of those that only the user of
   * this machine can mean. Browsers trust it, as they do https.
   */
  private static final String ANOTHER_NAME = "platform.localhost";

  private static final Pattern REQUEST_ID = Pattern.compile("[0-9a-f-]{36}");

  private static Browser browser;

  private final PlatformClient client;
  private final String organization;

  ConsoleIT(PlatformClient client) {
    this.client = client;
    this.organization = client.organization();
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

  private ConsolePage console(PlatformClient caller, String route) {
    return ConsolePage.of(browser, caller, route);
  }

  private static void signIn(ConsolePage console, PlatformClient caller) {
    console.field("Access token").fill(caller.token());
    console.button("Sign in").click();
  }

  @Test
  void theFirstPageTakesFewFilesAndFewRequests() {
    try (ConsolePage console = ConsolePage.of(browser, client.url())) {
      console.open("#token=" + client.token());
      assertThat(console.heading("Where you may act")).isVisible();
      assertThat(console.page().locator(".loading")).hasCount(0);
      List<String> requests = console.requests();

      List<String> files =
          requests.stream().filter(request -> request.contains(" /console/")).distinct().toList();
      int bytes =
          files.stream()
              .map(file -> file.substring("GET ".length()))
              .mapToInt(file -> length(file))
              .sum();
      assertThat(files).hasSizeLessThanOrEqualTo(12);
      assertThat(bytes).isLessThanOrEqualTo(80_000);
      assertThat(requests.stream().filter(request -> !request.contains(" /console/")))
          .hasSizeLessThanOrEqualTo(3);
    }
  }

  /** Returns the length of a file as it is sent, compressed. */
  private int length(String path) {
    return client
        .withToken("")
        .send("HEAD", path, null, Map.of("Accept-Encoding", "gzip"))
        .header("Content-Length")
        .map(Integer::parseInt)
        .orElseThrow();
  }

  @Test
  void anAddressSurvivesSigningIn() {
    String group = client.createGroup(organization, "deep");
    try (ConsolePage console = ConsolePage.of(browser, client.url())) {
      console.expect(401).open("#/groups/" + group + "?order=name");
      console.check("sign-in");

      console.field("Access token").fill("nonsense");
      console.button("Sign in").click();
      assertThat(console.problem()).containsText("does not accept this token");
      assertThat(console.problem()).containsText("TOKEN_MALFORMED");
      signIn(console, client);

      assertThat(console.heading("deep")).isVisible();
      assertThat(console.page()).hasTitle("Groups – deep – Platform console");
      assertThat(console.page()).hasURL(console.address("/groups/" + group + "?order=name"));
    }
  }

  @Test
  void aTokenInTheAddressIsTakenOutOfItAndKeptInTheTabOnly() {
    try (ConsolePage console = ConsolePage.of(browser, client.url())) {
      console.open("#token=" + client.token());

      assertThat(console.heading("Overview")).isVisible();
      assertThat(console.page()).hasURL(console.address("/"));
      assertThat(
              (String) console.page().evaluate("sessionStorage.getItem('platform-console-token')"))
          .isEqualTo(client.token());
      assertThat(
              (String) console.page().evaluate("JSON.stringify([localStorage, document.cookie])"))
          .doesNotContain(client.token());
      assertThat(console.page().content()).doesNotContain(client.token());

      console.page().reload();
      assertThat(console.heading("Overview")).isVisible();
    }
  }

  /** A link must not sign somebody in as its author. */
  @Test
  void aTokenInTheAddressDoesNotTakeThePlaceOfACaller() {
    PlatformClient author = client.as(client.createIdentity(organization));
    try (ConsolePage console = console(client, "/")) {
      console.page().evaluate("token => { location.hash = '#token=' + token; }", author.token());
      assertThat(console.page()).hasURL(console.address("/"));
      assertThat(signedIn(console, client)).isVisible();

      console.open("#token=" + author.token());
      assertThat(console.page()).hasURL(console.address("/"));
      assertThat(signedIn(console, client)).isVisible();
      assertThat(console.stored()).doesNotContain(author.token());
    }
  }

  private static Locator signedIn(ConsolePage console, PlatformClient caller) {
    return console.page().locator(".me a[title='" + caller.identity() + "']");
  }

  @Test
  void aTokenInTheAddressIsIgnoredUnderAnotherName() {
    URI other = URI.create("http://" + ANOTHER_NAME + ":" + client.url().getPort());
    try (ConsolePage console = ConsolePage.of(browser, other)) {
      console.open("#token=" + client.token());

      assertThat(console.field("Access token")).isVisible();
      assertThat(console.page()).hasURL(console.address("/"));
      assertThat(console.stored()).doesNotContain(client.token());
    }
  }

  @Test
  void whoSignsOutIsSignedOutInAllTabs() {
    try (ConsolePage console = console(client, "/groups/" + organization)) {
      Page second = console.page().context().newPage();
      second.navigate(console.address("").replace("#", "#token=" + client.token()));
      second.getByText("Sign out").click();

      assertThat(console.field("Access token")).isVisible();
      assertThat(console.stored()).doesNotContain(client.token());
    }
  }

  @Test
  void beforeATokenEndsTheNextOneIsAskedForAndNoFormIsLost() {
    PlatformClient actor = client.as(client.createIdentity(organization));
    PlatformClient other = client.as(client.createIdentity(organization));
    try (ConsolePage console = ConsolePage.of(browser, client.url())) {
      console.page().clock().install();
      console.open("#token=" + actor.token());
      assertThat(console.heading("Overview")).isVisible();
      console.go("/groups/" + organization + "?do=create");
      console.field("Name").fill("typed before");
      long left =
          Instant.now().until(actor.claims().getExpirationTime().toInstant(), ChronoUnit.MILLIS);

      console.page().clock().fastForward(left - 60_000);
      assertThat(console.page().locator(".renew")).containsText("Your token ends at");
      console.check("renew");
      console.page().clock().fastForward(120_000);
      assertThat(console.heading("Your token has ended")).isVisible();

      console.field("Access token").fill(other.token());
      console.button("Go on").click();
      assertThat(console.problem()).containsText("another identity");
      // The next token has the time of the server.
      console.page().clock().setSystemTime(Instant.now().toEpochMilli());
      console.field("Access token").fill(client.as(actor.identity()).token());
      console.button("Go on").click();

      assertThat(console.page().locator(".renew")).hasCount(0);
      assertThat(console.field("Name")).hasValue("typed before");
      assertThat(console.field("Name")).isFocused();
    }
  }

  @Test
  void theFocusAndTheTitleFollowSigningOutAndIn() {
    try (ConsolePage console = console(client, "/nowhere")) {
      Locator content = console.page().locator("main");
      assertThat(console.page()).hasTitle("There is no such page – Platform console");
      console.check("nowhere");

      console.button("Sign out").click();
      assertThat(content).isFocused();
      assertThat(console.page()).hasTitle("Sign in – Platform console");
      signIn(console, client);

      assertThat(console.heading("There is no such page")).isVisible();
      assertThat(content).isFocused();
      assertThat(console.page()).hasTitle("There is no such page – Platform console");
    }
  }

  @Test
  void aGroupIsCreatedRenamedAndDeletedAndOneStaysWhereOneWas() {
    String parent = client.createGroup(organization, "changes");
    try (ConsolePage console = console(client, "/groups/" + parent + "?order=name")) {
      console.link("New group").click();
      console.expect(400).button("Create group").click();
      assertThat(console.page().locator("#field-name-violation")).containsText("name");
      assertThat(console.field("Name")).isFocused();
      console.check("group-refused");

      console.field("Name").fill("first name");
      console.button("Create group").click();
      assertThat(console.done()).containsText("The group first name was created.");
      assertThat(console.page()).hasURL(console.address("/groups/" + parent + "?order=name"));

      console.link("Open it").click();
      console.link("Change").click();
      console.field("Name").fill("second name");
      console.button("Save").click();
      assertThat(console.heading("second name")).isVisible();

      console.button("Delete").click();
      console.field("to confirm").fill("first name");
      assertThat(dialogDelete(console)).hasAttribute("aria-disabled", "true");
      console.field("to confirm").fill("second name");
      console.check("delete");
      dialogDelete(console).click();
      assertThat(console.done()).containsText("The group second name was deleted.");
      assertThat(console.page().locator(".empty")).isVisible();
    }
  }

  private static Locator dialogDelete(ConsolePage console) {
    return console.page().locator("dialog button[type=submit]");
  }

  @Test
  void ofAConflictBothValuesAreShownAndNothingIsLost() {
    String identity = client.createIdentity(client.createGroup(organization, "conflict"));
    try (ConsolePage console = console(client, "/identity/" + identity + "?do=change")) {
      console.field("Name").fill("mine");
      console.field("Description").fill("only mine");
      client.patch(
          "/iam/v2/identities/" + identity, "{\"name\": \"theirs\", \"company\": \"only theirs\"}");

      console.expect(412).button("Save").click();
      assertThat(console.page().locator("#field-name-stored")).containsText("theirs");
      assertThat(console.field("Name")).hasValue("mine");
      assertThat(console.field("Description")).hasValue("only mine");
      assertThat(console.field("Company")).hasValue("only theirs");
      assertThat(console.problem().locator("code").last()).hasText(REQUEST_ID);
      console.check("conflict");
      console.button("Save").click();

      assertThat(console.heading("mine")).isVisible();
      assertThat(client.get("/iam/v2/identities/" + identity).json().path("company").asText())
          .isEqualTo("only theirs");
    }
  }

  @Test
  void aControlThatOneMayNotUseNamesTheCapability() {
    String group = client.createGroup(organization, "watched");
    PlatformClient viewer = client.withRole(group, BuiltInRole.VIEWER.uid().value());
    try (ConsolePage console = console(viewer, "/identities/" + group)) {
      assertThat(console.button("New identity")).hasAttribute("aria-disabled", "true");
      assertThat(console.page().locator(".refused")).containsText("needs identity.create");
      console.check("viewer");

      console.requests();
      console.button("New identity").click(new Locator.ClickOptions().setForce(true));
      assertThat(console.requests()).isEmpty();
    }
  }

  @Test
  void aFormThatOneMayNotSendNamesTheCapability() {
    String group = client.createGroup(organization, "watched form");
    PlatformClient viewer = client.withRole(group, BuiltInRole.VIEWER.uid().value());
    try (ConsolePage console = console(viewer, "/identities/" + group + "?do=create")) {
      assertThat(console.button("Create identity")).hasAttribute("aria-disabled", "true");
      assertThat(console.page().locator(".refused")).containsText("needs identity.create");
      console.check("viewer-form");
      console.requests();
      console.page().evaluate("document.querySelector('form.form').requestSubmit()");
      assertThat(console.calls()).isEmpty();

      console.go("/compare/" + group + "?op=create");
      assertThat(console.page().locator(".refused"))
          .containsText("needs groups.create, groups.delete");
      console.page().locator("select").selectOption("read");
      assertThat(console.page().locator(".refused")).hasCount(0);
      console.button("Compare").click();
      assertThat(console.page().locator(".both strong")).hasText(new String[] {"200", "200"});
    }
  }

  @Test
  void whoMayNotCreateAnOrganizationIsToldBeforeTheFormIsFilledIn() {
    PlatformClient narrowed = client.as(client.createIdentity(organization), "cap", "groups.list");
    try (ConsolePage console = ConsolePage.of(browser, client.url())) {
      console.expect(403).open("#token=" + narrowed.token());
      assertThat(console.button("New organization")).hasAttribute("aria-disabled", "true");
      assertThat(console.page().locator(".refused")).containsText("narrowed token");
      console.check("overview-refused");

      console.go("/?do=create");
      assertThat(console.problem()).containsText("narrowed token");
      assertThat(console.button("Create organization")).hasCount(0);
      console.check("organization-refused");
    }
    try (ConsolePage console = console(client, "/")) {
      console.link("New organization").click();
      assertThat(console.button("Create organization")).isVisible();
      console.check("organization");
    }
  }

  @Test
  void aListKeepsItsPlaceItsFilterAndItsOrderInTheAddress() {
    String group = client.createGroup(organization, "many");
    for (int i = 0; i < 60; i++) {
      client.createGroup(group, String.format(Locale.ROOT, "child %02d", i));
    }
    try (ConsolePage console = console(client, "/groups/" + group)) {
      Locator caption = console.page().locator("caption");
      assertThat(caption).hasText("Groups 1 to 50 of 60");
      console.link("Name").click();
      assertThat(console.page().locator("th[aria-sort=ascending]")).isVisible();
      console.link("Next 50").click();
      assertThat(caption).hasText("Groups 51 to 60 of 60");
      assertThat(console.page().locator("tbody th").first()).hasText("child 50");
      assertThat(console.page())
          .hasURL(console.address("/groups/" + group + "?order=name&skip=50"));
      console.check("list");

      console.page().reload();
      assertThat(caption).hasText("Groups 51 to 60 of 60");
      console.page().goBack();
      assertThat(caption).hasText("Groups 1 to 50 of 60");

      console.field("Exact name").fill("child 07");
      console.button("Filter").click();
      assertThat(caption).hasText("Groups 1");
      console.field("Exact name").fill("no such");
      console.button("Filter").click();
      assertThat(console.page().locator(".empty")).hasText("Nothing matches the filter exactly.");
      console.page().goBack();
      assertThat(console.field("Exact name")).hasValue("child 07");
    }
  }

  @Test
  void aFailureHasTheIdOfItsRequestAndCanBeTriedAgain() {
    String missing = organization + "/0123456789abcdef";
    try (ConsolePage console = console(client, "/")) {
      console.expect(404).go("/identity/" + missing);
      assertThat(console.problem()).containsText("Not found");
      assertThat(console.problem().locator("code").last()).hasText(REQUEST_ID);
      console.check("failure");

      console.requests();
      console.button("Try again").click();
      assertThat(console.problem()).isVisible();
      assertThat(console.calls()).containsExactly("GET /iam/v2/identities/" + missing);
    }
  }

  @Test
  void aCommandForTheShellHasNoToken() {
    try (ConsolePage console = console(client, "/groups/" + organization)) {
      console.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      console.button("Copy as curl").click();
      assertThat(console.button("Copied")).isVisible();

      assertThat((String) console.page().evaluate("navigator.clipboard.readText()"))
          .startsWith("curl '" + client.url().resolve("/iam/v2/groups"))
          .contains("uidp.children_of=" + organization, "Bearer $TOKEN")
          .doesNotContain(client.token());
    }
  }

  @Test
  void whatIsFilledInIsACommandToo() {
    try (ConsolePage console = console(client, "/providers/" + organization + "?do=create")) {
      console.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      console.field("Name").fill("corporate");
      console.field("Secret of the client").fill("not for a history");
      console.button("Copy as curl of what is filled in").click();
      assertThat(console.page().getByText("Copied").first()).isVisible();

      assertThat((String) console.page().evaluate("navigator.clipboard.readText()"))
          .startsWith(
              "curl -X POST '" + client.url().resolve("/iam/v2/identityProviders/" + organization))
          .contains("\"name\":\"corporate\"", "SECRET", "Bearer $TOKEN")
          .doesNotContain("history", client.token());
    }
  }

  @Test
  void aGroupThatCannotBeOpenedTellsItsRequest() {
    try (ConsolePage console = console(client, "/")) {
      Route.FulfillOptions failure =
          new Route.FulfillOptions().setStatus(503).setHeaders(Map.of("X-Request-Id", "r-1"));
      console.page().route("**/groups?uidp.children_of=*", route -> route.fulfill(failure));
      console.expect(503).page().locator(".tree .open").first().click();
      assertThat(console.problem()).containsText("r-1");
      console.check("overview-failed");

      console.page().unroute("**/groups?uidp.children_of=*");
      console.button("Try again").click();
      assertThat(console.problem()).hasCount(0);
    }
  }

  @Test
  void aGroupIsFoundByItsExactNameAndByItsUid() {
    String group = client.createGroup(organization, "needle in a haystack");
    try (ConsolePage console = console(client, "/")) {
      console.field("Find a group").fill("needle in a haystack");
      console.button("Find").click();
      assertThat(console.page().locator("tbody")).containsText(group);
      console.check("found");

      console.field("Find a group").fill(group);
      console.page().keyboard().press("Enter");
      assertThat(console.heading("needle in a haystack")).isVisible();
    }
  }

  @Test
  void groupsOpenToThoseInThemByKeyboard() {
    String outer = client.createGroup(organization, "an outer one");
    client.createGroup(outer, "an inner one");
    try (ConsolePage console = console(client, "/")) {
      Locator tree = console.page().locator(".tree").first();
      tree.locator(".open").first().focus();
      console.page().keyboard().press("Enter");
      assertThat(console.link("an outer one")).isVisible();
      console.button("Groups in an outer one").focus();
      console.page().keyboard().press("Space");
      assertThat(console.link("an inner one")).isVisible();
      console.check("overview");

      console.page().keyboard().press("Tab");
      console.page().keyboard().press("Enter");
      assertThat(console.heading("an outer one")).isVisible();
    }
  }

  @Test
  void versionsAreComparedAndNothingRemains() {
    String group = client.createGroup(organization, "compared");
    try (ConsolePage console = console(client, "/compare/" + group + "?op=read")) {
      Locator statuses = console.page().locator(".both strong");
      assertThat(statuses).hasText(new String[] {"200", "200"});
      assertThat(console.page().locator(".headers .form").filter(byRequestId())).hasCount(2);
      assertThat(console.page().locator(".lines .renamed").first())
          .containsText("\"uid\": \"" + group);
      assertThat(console.page().locator("tr.renamed")).containsText("another name");
      assertThat(console.link("the explorer")).hasAttribute("rel", "noopener noreferrer");
      console.check("compare");

      console.expect(404).go("/compare/" + group + "?op=missing");
      assertThat(statuses).hasText(new String[] {"404", "200"});

      console.go("/compare/" + group + "?op=delete");
      assertThat(console.page().locator(".empty")).isVisible();
      assertThat(console.calls()).isEmpty();
      console.button("Compare").click();
      assertThat(statuses).hasText(new String[] {"200", "200"});
      console.go("/compare/" + group + "?op=refused");
      assertThat(console.page().locator(".empty")).isVisible();
      assertThat(console.calls()).isEmpty();
      console.expect(400).button("Compare").click();
      assertThat(statuses).hasText(new String[] {"400", "400"});

      assertThat(groupsIn(group)).isEqualTo("0");
    }
  }

  @Test
  void aComparisonThatAVersionRefusesLeavesNoGroup() {
    String group = client.createGroup(organization, "refused");
    try (ConsolePage console = console(client, "/compare/" + group + "?op=create")) {
      Route.FulfillOptions refusal = new Route.FulfillOptions().setStatus(503);
      console.page().route("**/iam/v1/groups/**", route -> route.fulfill(refusal));
      console.expect(503).button("Compare").click();
      assertThat(console.page().locator(".both .form strong")).hasText(new String[] {"200", "503"});

      assertThat(groupsIn(group)).isEqualTo("0");
    }
  }

  private String groupsIn(String group) {
    return client
        .get("/iam/v2/groups?uidp.descendants_of=" + group)
        .json()
        .path("totalCount")
        .asText();
  }

  private static Locator.FilterOptions byRequestId() {
    return new Locator.FilterOptions().setHasText("x-request-id");
  }

  @Test
  void aGroupThatAComparisonCouldNotRemoveIsRemovedLater() {
    String group = client.createGroup(organization, "left over");
    try (ConsolePage console = console(client, "/compare/" + group + "?op=create")) {
      Pattern ofGroups = Pattern.compile(".*/iam/v2/groups/.*");
      console
          .page()
          .route(
              ofGroups,
              route -> {
                if (route.request().method().equals("DELETE")) {
                  route.fulfill(new Route.FulfillOptions().setStatus(403));
                } else {
                  route.resume();
                }
              });
      console.expect(403).button("Compare").click();
      assertThat(console.problem())
          .containsText("A group that was made for a comparison could not be removed.");
      console.check("compare-leftover");

      console.go("/");
      console.page().unroute(ofGroups);
      console.go("/compare/" + group + "?op=read");
      console.button("Remove it").click();
      assertThat(console.problem()).hasCount(0);
      assertThat(console.page().locator("main")).isFocused();
      assertThat(groupsIn(group)).isEqualTo("0");
    }
  }
}
