package local.platform.contract;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.SelectOption;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import local.platform.contract.testing.Browser;
import local.platform.contract.testing.ConsolePage;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Uses all pages of each kind of resource in the console: list, form, resource, change, deletion.
 */
@Deployment.Test
class ConsoleKindsIT {
  private static final String DIGEST = "sha256:" + "a".repeat(64);
  private static final String OTHER_DIGEST = "sha256:" + "b".repeat(64);

  private static Browser browser;

  private final PlatformClient client;

  ConsoleKindsIT(PlatformClient client) {
    this.client = client;
  }

  @BeforeAll
  static void startBrowser() {
    browser = Browser.start();
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** A part of a group, how its form is filled in, and how its resource is changed. */
  enum Part {
    GROUPS(
        "group", (page, step) -> fill(page, "name", step == 0 ? "platform team" : "another team")),
    IDENTITIES(
        "identity",
        (page, step) -> {
          if (step == 0) {
            fill(page, "name", "ci bot");
            fill(page, "claimMatch-issuer", "https://issuer.example.com");
            page.getByLabel("How Subject is compared").selectOption("pattern");
            fill(page, "claimMatch-subject", "repo:acme/.*");
            fill(page, "claimMatch-claims", "ref = main");
          } else {
            select(page, "relationship", "A caller of AWS");
            fill(page, "awsIdentity-awsAccount", "123456789012");
            fill(page, "awsIdentity-arn", "arn:aws:iam::123456789012:user/ci");
            fill(page, "awsIdentity-userId", "AIDACKCEVSQ6C2EXAMPLE");
          }
        }),
    ROLES(
        "role",
        (page, step) -> {
          fill(page, "name", step == 0 ? "auditor" : "reader");
          page.getByLabel("groups.list", exact()).check();
          page.getByLabel("identity.list", exact()).setChecked(step == 0);
        }),
    BINDINGS(
        "role binding",
        (page, step) -> {
          select(page, "identityUid", "tester");
          select(page, "roleUid", step == 0 ? "viewer" : "editor");
        }),
    INVITES("invite", (page, step) -> select(page, "roleUid", "viewer")),
    PROVIDERS(
        "identity provider",
        (page, step) -> {
          if (step == 0) {
            fill(page, "name", "corporate");
            select(page, "defaultRole", "viewer");
            fill(page, "oidc-issuer", "https://idp.example.com");
            fill(page, "oidc-clientId", "platform");
            fill(page, "oidc-clientSecret", "never shown");
          }
          fill(page, "oidc-additionalScopes", step == 0 ? "email" : "");
        }),
    ASSOCIATIONS(
        "account association",
        (page, step) -> {
          fill(page, "name", "clouds");
          fill(page, "amazon-account", step == 0 ? "123456789012" : "");
          fill(page, "github-appInstallations", "7 11 acme corp\n7 12");
        }),
    REPOS(
        "repo",
        (page, step) -> {
          fill(page, "name", "web");
          select(page, "catalogTier", step == 0 ? "Base" : "None");
          fill(page, "activeTags", "latest");
        }),
    ADVISORIES(
        "advisory",
        (page, step) -> {
          if (step == 0) {
            fill(page, "artifactName", "openssl");
            fill(page, "artifactType", "apk");
          }
          fill(page, "aliases", "CVE-2026-100" + step);
        });

    private final String singular;
    private final BiConsumer<Page, Integer> fill;

    Part(String singular, BiConsumer<Page, Integer> fill) {
      this.singular = singular;
      this.fill = fill;
    }

    String view() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean changes() {
      return this != INVITES;
    }

    private static Page.GetByLabelOptions exact() {
      return new Page.GetByLabelOptions().setExact(true);
    }
  }

  private static Locator field(Page page, String id) {
    return page.locator("#field-" + id);
  }

  private static void fill(Page page, String id, String text) {
    field(page, id).fill(text);
  }

  private static void select(Page page, String id, String label) {
    assertThat(field(page, id)).containsText(label);
    field(page, id).selectOption(new SelectOption().setLabel(label));
  }

  private String group(String name) {
    String group = client.createGroup(client.organization(), name);
    client.post(
        "/iam/v2/identities/" + group,
        "{\"name\": \"tester\", \"claimMatch\": {\"issuer\": \"https://issuer.example.com\","
            + " \"subject\": \"t\"}}");
    return group;
  }

  private static Locator rows(ConsolePage console) {
    return console.page().locator("tbody tr");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("database")
  void aResourceIsCreatedShownChangedAndDeleted(Part part) {
    String group = group("part " + part.view());
    try (ConsolePage console = ConsolePage.of(browser, client, "/" + part.view() + "/" + group)) {
      Page page = console.page();
      assertThat(page.locator(".part h2")).isVisible();
      console.check(part.view() + "-before");
      assertThat(console.calls()).hasSizeLessThanOrEqualTo(3);

      console.link("New " + part.singular).click();
      part.fill.accept(page, 0);
      console.check(part.view() + "-new");
      assertThat(console.calls()).hasSizeLessThanOrEqualTo(3);
      console.button("Create " + part.singular).click();
      assertThat(console.done()).containsText("was created.");
      console.check(part.view());

      console.requests();
      console.link("Open it").click();
      assertThat(page.locator(".facts")).isVisible();
      console.check(part.view() + "-one");
      assertThat(console.calls()).hasSizeLessThanOrEqualTo(3);
      String shown = page.locator(".facts").textContent();

      if (part.changes()) {
        page.locator(".toolbar").first().getByText("Change").click();
        part.fill.accept(page, 1);
        console.check(part.view() + "-change");
        console.button("Save").click();
        assertThat(console.done()).containsText("was changed.");
        assertThat(page.locator(".facts")).not().hasText(shown);
      }

      console.button("Delete").click();
      console.field("to confirm").fill(page.locator("dialog label code").textContent());
      page.locator("dialog button[type=submit]").click();
      assertThat(console.done()).containsText("was deleted.");
      if (part == Part.ADVISORIES) {
        assertThat(rows(console)).containsText("deleted");
      } else if (part == Part.IDENTITIES || part == Part.GROUPS) {
        assertThat(page.getByText(part == Part.GROUPS ? "another team" : "ci bot")).hasCount(1);
      } else {
        assertThat(page.locator(".empty")).isVisible();
      }
    }
  }

  @Test
  void theCodeOfAnInviteIsShownOnce() {
    String group = group("invited");
    try (ConsolePage console =
        ConsolePage.of(browser, client, "/invites/" + group + "?do=create")) {
      select(console.page(), "roleUid", "viewer");
      console.button("Create invite").click();
      Locator code = console.page().locator(".secret");
      assertThat(code).isVisible();
      String text = code.textContent();
      assertThat(text).hasSizeGreaterThan(40);
      assertThat(console.stored()).doesNotContain(text);

      console.link("Identities").click();
      assertThat(rows(console)).hasCount(1);
      console.page().goBack();
      assertThat(rows(console)).hasCount(1);
      assertThat(code).hasCount(0);
    }
  }

  /** Whoever does not wait for the answer must not lose what nobody can read later. */
  @Test
  void aCodeThatComesAfterItsPageWasLeftIsShownToWhoAskedForIt() {
    String group = group("invited late");
    try (ConsolePage console =
        ConsolePage.of(browser, client, "/invites/" + group + "?do=create")) {
      Route late =
          held(
              console,
              "**/iam/v2/groupInvites/**",
              () -> {
                select(console.page(), "roleUid", "viewer");
                console.button("Create invite").click();
              });
      console.go("/");
      assertThat(console.heading("Overview")).isVisible();
      console.page().waitForResponse("**/iam/v2/groupInvites/**", late::resume);

      console.go("/roles/" + group);
      assertThat(console.page().locator(".secret")).isVisible();
      console.check("late");
      console.go("/");
      console.go("/roles/" + group);
      assertThat(console.page().locator(".empty")).isVisible();
      assertThat(console.page().locator(".secret")).hasCount(0);
    }
  }

  @Test
  void aCodeThatComesAfterItsPageWasLeftIsNotShownToTheNextOne() {
    String group = group("invited by another");
    PlatformClient next = client.as(client.createIdentity(group));
    try (ConsolePage console =
        ConsolePage.of(browser, client, "/invites/" + group + "?do=create")) {
      Route late =
          held(
              console,
              "**/iam/v2/groupInvites/**",
              () -> {
                select(console.page(), "roleUid", "viewer");
                console.button("Create invite").click();
              });
      console.go("/");
      signIn(console, next);
      console.page().waitForResponse("**/iam/v2/groupInvites/**", late::resume);
      console.go("/roles/" + group);
      assertThat(console.page().locator(".empty")).isVisible();
      assertThat(console.page().locator(".secret")).hasCount(0);
    }
  }

  private static void signIn(ConsolePage console, PlatformClient other) {
    console.button("Sign out").click();
    console.field("Access token").fill(other.token());
    console.button("Sign in").click();
    assertThat(console.button("Sign out")).isVisible();
  }

  /** Does what sends a request, and returns it; it goes no further. */
  private static Route held(ConsolePage console, String url, Runnable act) {
    List<Route> held = new ArrayList<>();
    console.page().route(url, held::add);
    act.run();
    console.page().waitForCondition(() -> !held.isEmpty());
    return held.get(0);
  }

  @Test
  void aRoleIsGrantedToSeveralIdentitiesAtOnce() {
    String group = group("several");
    String second = client.createIdentity(group);
    try (ConsolePage console =
        ConsolePage.of(browser, client, "/bindings/" + group + "?do=create")) {
      select(console.page(), "identityUid", "tester");
      fill(console.page(), "others", second);
      select(console.page(), "roleUid", "viewer");
      console.button("Create role binding").click();
      assertThat(console.done()).containsText("was created.");
      assertThat(rows(console)).hasCount(2);
    }
  }

  @Test
  void accountsElsewhereAreChecked() {
    String group = group("checked");
    client.post(
        "/iam/v2/accountAssociations/" + group,
        "{\"name\": \"clouds\", \"amazon\": {\"account\": \"123456789012\"}}");
    try (ConsolePage console = ConsolePage.of(browser, client, "/association/" + group)) {
      console.button("Check Amazon").click();
      assertThat(console.page().locator(".card")).containsText("no: ");
      assertThat(console.button("Check Google")).hasCount(0);
      console.check("associations-checked");
    }
  }

  @Test
  void anImageIsUploadedByItsFiles() {
    String repo = client.post("/registry/v2/repos/" + group("images"), "{\"name\": \"web\"}").uid();
    ImageDocument config = ImageDocument.config("arm64");
    ImageDocument image = ImageDocument.image(config, 7);
    ImageDocument index = ImageDocument.index(image.child("arm64"));
    try (ConsolePage console = ConsolePage.of(browser, client, "/repo/" + repo)) {
      console.link("Upload an image").click();
      console.expect(400).button("Upload").click();
      assertThat(console.page().locator("#field-manifest-violation")).isVisible();
      field(console.page(), "manifest").setInputFiles(file(index));
      field(console.page(), "children")
          .setInputFiles(new FilePayload[] {file(image), file(config)});
      console.check("image-upload");
      console.button("Upload").click();

      assertThat(console.done()).containsText(index.digest());
      assertThat(console.done()).containsText("For arm64.");
      console.check("image-uploaded");
      client.post(
          "/registry/v2/tags/" + repo,
          "{\"name\": \"latest\", \"digest\": \"" + index.digest() + "\"}");
      console.link("Tags").click();
      console.link("latest").click();
      console.button("Size for arm64").click();
      assertThat(console.page().locator(".chips")).containsText(" B");
      console.check("image");
    }
  }

  private static FilePayload file(ImageDocument document) {
    return new FilePayload("document.json", "application/json", document.bytes());
  }

  @Test
  @Tag("database")
  void ofATagThatTwoChangeBothValuesAreShownAndNothingIsLost() {
    String repo = client.post("/registry/v2/repos/" + group("tagged"), "{\"name\": \"web\"}").uid();
    String path = "/registry/v2/tags/" + repo;
    String tag = client.post(path, "{\"name\": \"latest\", \"digest\": \"" + DIGEST + "\"}").uid();
    try (ConsolePage console = ConsolePage.of(browser, client, "/tag/" + tag + "?do=change")) {
      fill(console.page(), "bundles", "base");
      field(console.page(), "deprecated").check();
      client.post(
          path,
          "{\"name\": \"latest\", \"digest\": \"%s\", \"bundles\": [\"ai\"]}"
              .formatted(OTHER_DIGEST));

      console.expect(404, 412).button("Save").click();
      assertThat(console.page().locator("#field-bundles-stored")).containsText("ai");
      assertThat(field(console.page(), "bundles")).hasValue("base");
      console.check("tag-conflict");
      console.button("Save").click();

      assertThat(console.done()).containsText("was changed.");
      assertThat(console.page().locator(".facts")).containsText(OTHER_DIGEST);
      assertThat(console.page().locator(".facts")).containsText("base");
      assertThat(console.page().locator(".facts")).containsText("yes");
    }
  }

  @Test
  void tagsReadmeAndImageOfARepoAreShown() {
    String repo =
        client.post("/registry/v2/repos/" + group("registry"), "{\"name\": \"web\"}").uid();
    try (ConsolePage console = ConsolePage.of(browser, client, "/repo/" + repo + "?do=readme")) {
      Page page = console.page();
      fill(page, "content", "# Web\n<img src=x onerror=alert(1)>");
      console.check("readme-change");
      console.button("Save").click();
      assertThat(page.locator("pre")).hasText("# Web\n<img src=x onerror=alert(1)>");
      console.check("readme");

      console.link("Tags").click();
      console.link("New tag").click();
      fill(page, "name", "latest");
      fill(page, "digest", DIGEST);
      console.button("Create tag").click();
      assertThat(console.done()).containsText("The tag latest was created.");
      console.check("tags");
      console.requests();
      console.expect(404).link("Open it").click();
      assertThat(page.getByText("Nothing is known of this image")).isVisible();
      console.check("tag");
      assertThat(console.calls()).hasSizeLessThanOrEqualTo(3);
    }
  }

  @Test
  void eventsOfAnAdvisoryAreAddedAndReviewed() {
    String group = group("events");
    String advisory =
        client
            .post(
                "/vulnerabilities/v1/advisories",
                "{\"parentId\": \""
                    + group
                    + "\", \"advisory\": {\"artifactName\": \"openssl\", \"artifactType\":"
                    + " \"apk\"}}")
            .json()
            .path("id")
            .asText();
    try (ConsolePage console = ConsolePage.of(browser, client, "/advisory/" + advisory)) {
      Page page = console.page();
      console.link("New event").click();
      select(page, "type", "Fixed");
      fill(page, "fixed-fixedVersion", "3.2.1-r0");
      fill(page, "issue", "https://issues.example.com/1");
      console.check("event");
      console.button("Add event").click();
      assertThat(page.locator(".log")).containsText("to review");
      assertThat(page.locator(".log a[href^=http]")).hasAttribute("rel", "noopener noreferrer");
      console.check("events");

      console.link("Change Fixed").click();
      fill(page, "fixed-note", "seen by a scanner");
      console.check("event-change");
      console.button("Save").click();
      assertThat(page.locator(".log")).containsText("seen by a scanner");
      String event =
          client
              .get("/vulnerabilities/v2/advisories/" + advisory)
              .json()
              .at("/events/0/uid")
              .asText();
      client.send(
          "PUT",
          "/vulnerabilities/v1/advisory_events/" + event,
          "{\"fixed\": {\"fixedVersion\": \"3.2.2-r0\"}}",
          Map.of());
      console.expect(412).button("Approve Fixed").click();
      assertThat(console.problem()).containsText("was not approved");
      assertThat(page.locator(".log")).containsText("3.2.2-r0");
      assertThat(page.locator(".log")).containsText("to review");
      console.check("events-conflict");

      console.button("Approve Fixed").click();
      assertThat(page.locator(".log")).containsText("in force");
      assertThat(page.locator(".log")).containsText("3.2.2-r0");
      assertThat(console.button("Approve Fixed")).hasCount(0);
    }
  }

  @Test
  @Tag("database")
  void aFileIsImportedAndWhatWasRejectedIsListed() {
    String group = group("libraries");
    String lines =
        "{\"name\": \"a\", \"version\": \"1\"}\n"
            + IntStream.range(0, 60)
                .mapToObj(i -> "{\"name\": \"x" + i + "\"}")
                .collect(Collectors.joining("\n"));
    try (ConsolePage console = ConsolePage.of(browser, client, "/imports/" + group)) {
      Page page = console.page();
      console.check("imports");
      console.button("Import").click();
      assertThat(console.problem()).containsText("Choose a file");

      page.locator("#import-ecosystem").selectOption("python");
      page.locator("#import-file")
          .setInputFiles(
              new FilePayload(
                  "a.jsonl", "application/jsonl", lines.getBytes(StandardCharsets.UTF_8)));
      Route upload = held(console, "**/*:import?*", () -> console.button("Import").click());
      assertThat(page.getByRole(AriaRole.PROGRESSBAR)).isVisible();
      upload.resume();
      assertThat(console.heading("Import of python done")).isVisible();
      assertThat(page.locator(".facts")).containsText("Created1");
      assertThat(page.locator("caption")).hasText("Rejected records 1 to 50 of 60");
      console.check("import");

      console.link("Import another file").click();
      assertThat(rows(console)).hasCount(1);
      assertThat(rows(console)).containsText("python");
      console.page().goBack();
      console.link("Next 50").click();
      assertThat(page.locator("caption")).hasText("Rejected records 51 to 60 of 60");
      assertThat(page).hasURL(Pattern.compile(".*skip=50"));
    }
  }

  /** No format that the server has yet makes statements, which others can disagree with. */
  @Test
  void allCountsOfAnImportAreShown() {
    String run = group("counted") + "/0123456789abcdef";
    try (ConsolePage console = ConsolePage.of(browser, client, "/")) {
      String body =
          "{\"uid\": \"%s\", \"subject\": \"java\", \"state\": \"DONE\", \"counts\": {\"read\": \"5\","
                  .formatted(run)
              + " \"conflicts\": \"2\", \"skipped\": \"3\"}}";
      console
          .page()
          .route(
              "**/hub/imports/" + run,
              route ->
                  route.fulfill(
                      new Route.FulfillOptions().setContentType("application/json").setBody(body)));
      console.go("/import/" + run);
      assertThat(console.page().locator(".facts")).containsText("decision2");
      assertThat(console.page().locator(".facts")).containsText("takes3");
    }
  }
}
