package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of tags, which lie in repos. */
final class TagSample implements Sample {
  private static final Version1Words WORDS =
      new Version1Words(
          "tags",
          "/registry/v1/tags",
          Names.of(
              "uid=id",
              "parent=repoId",
              "name",
              "digest",
              "updateTime=lastUpdated",
              "deprecated",
              "bundles"),
          "name",
          "digest",
          "updated_since");

  /** The number of repos that were created for tags, whose names are unique in their groups. */
  private static final AtomicInteger REPOS = new AtomicInteger();

  @Override
  public String area() {
    return "registry";
  }

  @Override
  public String type() {
    return "Tag";
  }

  @Override
  public String plural() {
    return "tags";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.TAG_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> repo =
        group -> Resource.REPO.create(routes.client(), group, routes.name("target"));
    UnaryOperator<String> tag = routes.target(this);
    String path = Routes.path(this);
    String oldPath = Routes.oldPath(this);
    String body = routes.body(this);
    return List.of(
        new Route("GET", path, "", tag, Capability.TAG_LIST),
        new Route("POST", path, body, repo, Capability.TAG_CREATE),
        new Route("DELETE", path, "", tag, Capability.TAG_DELETE),
        new Route("POST", oldPath, body, repo, Capability.TAG_CREATE),
        new Route("PUT", oldPath, "{}", tag, Capability.TAG_UPDATE),
        new Route("DELETE", oldPath, "", tag, Capability.TAG_DELETE),
        new Route("GET", "/registry/v1/repotagssummary/", "", repo, Capability.TAG_LIST));
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = JSON.createObjectNode();
    state
        .put("name", "name-" + number)
        .put("digest", String.format(Locale.ROOT, "sha256:%064x", number));
    state.put("deprecated", number % 2 == 0);
    state.putArray("bundles").add(number % 2 == 0 ? "base" : "fips").add("ai-gpu");
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of("name", "bundles", "digest", "deprecated");
  }

  @Override
  public boolean canBeChanged() {
    return false;
  }

  @Override
  public List<String> timeOrders() {
    return UPDATE;
  }

  @Override
  public String time() {
    return "updateTime";
  }

  @Override
  public String parentIn(PlatformClient client, String group) {
    return Resource.REPO.create(client, group, "repo " + REPOS.incrementAndGet());
  }
}
