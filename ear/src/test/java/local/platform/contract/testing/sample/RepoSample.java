package local.platform.contract.testing.sample;

import static local.platform.contract.testing.sample.Version1Words.renameEach;
import static local.platform.contract.testing.sample.Version1Words.renamed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Routes.Need;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of repos, with all fields but those that refer to another one. */
final class RepoSample implements Sample {
  private static final String TIER = "CATALOG_TIER_";
  private static final Names OVERLAY =
      Names.of("contents", "environment", "annotations", "accounts", "certificates");
  private static final Names ACCOUNTS = Names.of("runAs", "users", "groups");
  private static final Names USER =
      Names.of("username=userName", "uid", "gid", "groupName", "shell", "homeDir");
  private static final Names USER_GROUP = Names.of("groupname=groupName", "gid", "members");

  private static final Version1Words WORDS =
      new Version1Words(
              "repos",
              "/registry/v1/repos",
              Names.of(
                  "uid=id",
                  "parent=parentId",
                  "name",
                  "description",
                  "catalogTier",
                  "bundles",
                  "aliases",
                  "activeTags",
                  "sync_config",
                  "customOverlay",
                  "createTime"),
              "name")
          .converting(
              "catalogTier",
              value -> TextNode.valueOf(value.textValue().replace(TIER, "")),
              value -> TextNode.valueOf(TIER + value.textValue()))
          .nesting(
              "sync_config",
              Names.of("source", "google", "amazon", "azure", "expirationTime=expiration"))
          .converting(
              "customOverlay",
              value -> overlay(value, Names::said),
              value -> overlay(value, Names::shown))
          .fieldsOf(
              "customOverlay",
              field ->
                  field
                      .replaceFirst("(users\\[\\d+])\\.userName$", "$1.username")
                      .replaceFirst("(groups\\[\\d+])\\.groupName$", "$1.groupname"));

  /** Returns an overlay, in which users and groups have other names. */
  private static JsonNode overlay(JsonNode value, BiFunction<Names, String, String> word) {
    ObjectNode overlay = renamed(value, name -> word.apply(OVERLAY, name)).deepCopy();
    if (overlay.has("accounts")) {
      ObjectNode accounts =
          (ObjectNode) renamed(overlay.get("accounts"), name -> word.apply(ACCOUNTS, name));
      renameEach(accounts, "users", name -> word.apply(USER, name));
      renameEach(accounts, "groups", name -> word.apply(USER_GROUP, name));
      overlay.set("accounts", accounts);
    }
    return overlay;
  }

  @Override
  public String area() {
    return "registry";
  }

  @Override
  public String type() {
    return "Repo";
  }

  @Override
  public String plural() {
    return "repos";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.REPO_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> repo = routes.target(this);
    String readme = Routes.path(this) + "UID/readme";
    List<Route> standard =
        routes.standard(
            this,
            Need.of(Capability.REPO_CREATE),
            Need.of(Capability.REPO_UPDATE),
            Capability.REPO_DELETE);
    Stream<Route> readmes =
        Stream.of(
            new Route("GET", readme, "", repo, Capability.REPO_LIST),
            new Route("PATCH", readme, "{\"content\": \"a\"}", repo, Capability.REPO_UPDATE));
    return Stream.concat(standard.stream(), readmes).toList();
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = Sample.described(number);
    state.put("catalogTier", number % 2 == 0 ? "CATALOG_TIER_BASE" : "CATALOG_TIER_FIPS");
    state.putArray("bundles").add(number % 2 == 0 ? "base" : "fips").add("ai-gpu");
    state.putArray("aliases").add("base/app:" + number);
    state.putArray("activeTags").add("latest").add("v" + number);
    ObjectNode overlay = state.putObject("customOverlay");
    overlay.putObject("contents").putArray("packages").add("package-" + number);
    overlay.putObject("environment").put("VARIABLE", "value " + number);
    overlay.putObject("annotations").put("test.example/key", "");
    ObjectNode accounts = overlay.putObject("accounts");
    accounts.put("runAs", "app");
    ObjectNode user = accounts.putArray("users").addObject();
    user.put("username", "app").put("uid", number + 1).put("gid", 0).put("groupName", "group");
    accounts.putArray("groups").addObject().put("groupname", "group").put("gid", number + 1);
    ObjectNode certificates = overlay.putObject("certificates");
    certificates.putArray("additional").addObject().put("name", "ca.pem").put("content", "text");
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of(
        "name", "description", "catalogTier", "bundles", "aliases", "activeTags", "customOverlay");
  }
}
